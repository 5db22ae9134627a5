// What every page does where scripts run. Every page is complete without it.
'use strict';
(() => {
  // Times in the reader's zone, with UTC beside them.
  const shown = new Intl.DateTimeFormat(undefined, {dateStyle: 'medium', timeStyle: 'short'});
  const localise = (root) => {
    for (const time of root.querySelectorAll('time[datetime]:not([data-utc])')) {
      const at = new Date(time.dateTime);
      if (isNaN(at)) continue;
      time.dataset.utc = time.textContent;
      time.title = time.textContent;
      time.textContent = shown.format(at);
    }
  };

  // A part that changes is loaded again when its job's stream of events says so; where it says
  // data-reload, the whole page is when the job has ended:
  // <div data-events="/api/v1/jobs/ID/events" data-part="/runs/ID?part=…" id="…">
  const isOver = (event) => {
    try {
      return !['queued', 'running'].includes(JSON.parse(event.data).job.state);
    } catch {
      return false;
    }
  };
  const listen = (root) => {
    for (const part of root.querySelectorAll('[data-events]:not([data-heard])')) {
      part.dataset.heard = 'yes';
      const stream = new EventSource(part.dataset.events);
      let due = null;
      const load = () => {
        if (due) return;
        due = setTimeout(() => {
          due = null;
          htmx.ajax('GET', part.dataset.part, {target: part, swap: 'innerHTML'});
        }, 400);
      };
      stream.addEventListener('job', (event) => {
        if (!isOver(event)) return load();
        stream.close();
        if (part.dataset.reload === undefined) return load();
        location.reload();
      });
      part.addEventListener('assay:end', () => stream.close());
      window.addEventListener('pagehide', () => stream.close());
    }
  };

  // Copies the text of the element that data-copy names.
  document.addEventListener('click', async (event) => {
    const button = event.target.closest('[data-copy]');
    if (!button) return;
    const source = document.getElementById(button.dataset.copy);
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(source.textContent.trim());
      button.textContent = button.dataset.copied;
    } else {
      getSelection().selectAllChildren(source);
    }
  });

  // A choice in a form that only selects a view is carried out at once.
  document.addEventListener('change', (event) => {
    const form = event.target.closest('form[data-choose]');
    if (form) form.requestSubmit();
  });

  // What only scripts can do is shown only where they run.
  const unveil = (root) => {
    for (const button of root.querySelectorAll('[data-copy][hidden]')) button.hidden = false;
  };

  const begin = (root) => { localise(root); listen(root); unveil(root); };
  document.addEventListener('htmx:load', (event) => begin(event.detail.elt));
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', () => begin(document));
  } else {
    begin(document);
  }
})();
