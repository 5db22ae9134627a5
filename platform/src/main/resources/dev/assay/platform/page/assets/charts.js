// Charts: what a reader can point at. Every chart is complete without this script.
'use strict';
