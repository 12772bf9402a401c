/**
 * Loaded into main before the app (`electron -r`) on both sides of the comparison. Waits for the window's performance
 * mark, writes when each phase of the start began to stdout (JSON, milliseconds since the epoch), and quits the app.
 */
const begun = Date.now();
const { app } = require('electron');

const name = process.env.DEPOT_DESK_BENCH_MARK;
const wait = `new Promise((resolve) => {
  const done = (entry) => {
    const [page] = performance.getEntriesByType('navigation');
    const { responseStart, domInteractive, loadEventEnd } = page;
    const since = (time) => performance.timeOrigin + time;
    resolve({
      answered: since(responseStart),
      interactive: since(domInteractive),
      ...(loadEventEnd > 0 && { loaded: since(loadEventEnd) }),
      usable: since(entry.startTime),
    });
  };
  const there = performance.getEntriesByName(${JSON.stringify(name)})[0];
  if (there) return done(there);
  new PerformanceObserver((list) => {
    const entry = list.getEntriesByName(${JSON.stringify(name)})[0];
    if (entry) done(entry);
  }).observe({ entryTypes: ['mark'] });
})`;

const phases = { code: begun };
app.once('ready', () => (phases.ready = Date.now()));
app.once('browser-window-created', () => (phases.window = Date.now()));
app.on('web-contents-created', (_event, contents) => {
  contents.once('did-start-navigation', () => (phases.navigation = Date.now()));
  contents.once('dom-ready', async () => {
    Object.assign(phases, await contents.executeJavaScript(wait));
    process.stdout.write(`phases ${JSON.stringify(phases)}\n`, () => app.quit());
  });
});
