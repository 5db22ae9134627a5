// Charts: what a reader can point at. Every chart is complete without this script.
'use strict';
(() => {
  const SVG = 'http://www.w3.org/2000/svg';
  const make = (name, attributes, parent) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    parent.append(element);
    return element;
  };
  const UNITS = [[1, 's'], [1e-3, 'ms'], [1e-6, 'µs'], [1e-9, 'ns']];
  const shown = (value, isTime) => {
    if (!isTime || value === 0) return String(Number(value.toPrecision(4)));
    const [factor, unit] = UNITS.find(([least]) => Math.abs(value) >= least) || UNITS[3];
    return `${Number((value / factor).toPrecision(4))} ${unit}`;
  };
  // Rows of a CSV; names may stand in quotes.
  const rows = (text) => text.trim().split(/\r?\n/).map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((cell) => cell[1] ?? cell[2] ?? ''));
  const load = async (address) => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return rows(await answer.text());
  };

  // The same seed in every lane: marks of a lane have their places in its path in the order of the
  // seeds, and a seed without a value stands at 0 0.
  const join = (root) => {
    if (!root.dataset.seeds) return;
    const seeds = root.dataset.seeds.split(',');
    const lanes = [...root.querySelectorAll('tbody tr')].map((row) => ({
      svg: row.querySelector('svg'),
      name: row.querySelector('th').textContent,
      marks: row.querySelector('.dots').getAttribute('d').split('M').slice(1).map((mark) => {
        const [x, y] = mark.replace('z', '').split(' ').map(Number);
        return y === 0 ? null : {x, y};
      }),
    }));
    const say = document.createElement('output');
    say.textContent = root.dataset.hint;
    root.append(say);
    root.tabIndex = 0;
    root.setAttribute('role', 'group');
    root.setAttribute('aria-label', root.dataset.hint);
    const drawing = make('svg', {class: 'joined', 'aria-hidden': 'true'}, root);
    let values = null;
    let current = -1;
    const placeOf = (lane, mark) => {
      const box = lane.svg.getBoundingClientRect();
      const origin = root.getBoundingClientRect();
      return [
        box.left - origin.left + mark.x * box.width / 1000,
        box.top - origin.top + mark.y * box.height / 24,
      ];
    };
    const draw = () => {
      drawing.replaceChildren();
      if (current < 0) return;
      const places = lanes.filter((lane) => lane.marks[current]).map((lane) => placeOf(lane, lane.marks[current]));
      make('polyline', {points: places.map((place) => place.join(' ')).join(',')}, drawing);
      for (const [x, y] of places) make('circle', {cx: x, cy: y, r: 5}, drawing);
    };
    const tell = () => {
      const row = values && values.slice(1).find((one) => one[0] === seeds[current]);
      const parts = row && lanes.map((lane, place) => row[place + 1] === '' ? null
          : `${lane.name} ${shown(Number(row[place + 1]), root.dataset.unit === 's')}`).filter(Boolean);
      say.textContent = `${root.dataset.say} ${seeds[current]}${parts ? ': ' + parts.join(', ') : ''}`;
    };
    const choose = (seed) => {
      if (seed === current) return;
      current = seed;
      draw();
      if (current < 0) {
        say.textContent = root.dataset.hint;
        return;
      }
      tell();
      if (!values) {
        values = [];
        load(root.dataset.csv).then((found) => { values = found; if (current >= 0) tell(); }, () => {});
      }
    };
    root.addEventListener('pointermove', (event) => {
      const lane = lanes.find((one) => one.svg === event.target.closest('svg'));
      if (!lane) return;
      const box = lane.svg.getBoundingClientRect();
      const x = (event.clientX - box.left) * 1000 / box.width;
      const y = (event.clientY - box.top) * 24 / box.height;
      let nearest = -1;
      let least = 20;
      lane.marks.forEach((mark, seed) => {
        if (!mark) return;
        const away = Math.hypot((mark.x - x) * box.width / 1000, (mark.y - y) * box.height / 24);
        if (away < least) { least = away; nearest = seed; }
      });
      if (nearest >= 0) choose(nearest);
    });
    root.addEventListener('pointerleave', () => choose(-1));
    root.addEventListener('keydown', (event) => {
      const steps = {ArrowRight: 1, ArrowLeft: -1, Home: -seeds.length, End: seeds.length};
      if (event.key === 'Escape') choose(-1);
      if (event.target !== root || !(event.key in steps)) return;
      event.preventDefault();
      choose(Math.min(seeds.length - 1, Math.max(0, current + steps[event.key])));
    });
    new ResizeObserver(draw).observe(root);
  };

  // All runs of an implementation, to scale of time; drag to zoom, click a dot for its run.
  const zoom = (figure) => {
    if (typeof uPlot === 'undefined' || !figure.dataset.csv) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'quiet';
    button.textContent = figure.dataset.zoom;
    figure.append(button);
    let plot = null;
    const frame = document.createElement('div');
    figure.append(frame);
    const width = () => Math.max(200, figure.clientWidth);
    const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const open = async () => {
      const all = (await load(figure.dataset.csv)).slice(1).filter((row) => row[2] !== '');
      const isTime = figure.dataset.unit === 's';
      const axis = {stroke: colour('--soft'), grid: {stroke: colour('--line'), width: 1}, ticks: {stroke: colour('--line')}};
      plot = new uPlot({
        width: width(),
        height: 300,
        cursor: {drag: {x: true, y: false}},
        series: [
          {value: (_, at) => at == null ? '' : new Date(at * 1000).toISOString().slice(0, 16).replace('T', ' ') + ' UTC', label: figure.dataset.at},
          {label: figure.dataset.score, stroke: colour('--sample'), width: 1, points: {show: true, size: 6},
            value: (_, value) => value == null ? '' : shown(value, isTime)},
        ],
        axes: [axis, {...axis, size: 80, values: (_, ticks) => ticks.map((value) => shown(value, isTime))}],
      }, [all.map((row) => Date.parse(row[1]) / 1000), all.map((row) => Number(row[2]))], frame);
      let pressed = 0;
      plot.over.addEventListener('pointerdown', (event) => { pressed = event.clientX; });
      plot.over.addEventListener('click', (event) => {
        if (Math.abs(event.clientX - pressed) < 3 && plot.cursor.idx != null) {
          location.href = '/runs/' + encodeURIComponent(all[plot.cursor.idx][0]);
        }
      });
    };
    button.addEventListener('click', async () => {
      if (plot) {
        plot.destroy();
        plot = null;
      } else {
        await open();
      }
      button.textContent = plot ? figure.dataset.close : figure.dataset.zoom;
    });
    new ResizeObserver(() => plot && plot.setSize({width: width(), height: 300})).observe(figure);
  };

  const begin = () => {
    document.querySelectorAll('.seeds').forEach(join);
    document.querySelectorAll('.history').forEach(zoom);
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
  else begin();
})();
