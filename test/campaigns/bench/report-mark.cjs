/**
 * Loaded into main before the app (`electron -r`) on both sides of the comparison. Waits for the window's performance
 * mark, writes its time to stdout (milliseconds since the epoch), and quits the app.
 */
const { app } = require('electron');

const name = process.env.DEPOT_DESK_BENCH_MARK;
const wait = `new Promise((resolve) => {
  const done = (entry) => resolve(performance.timeOrigin + entry.startTime);
  const there = performance.getEntriesByName(${JSON.stringify(name)})[0];
  if (there) return done(there);
  new PerformanceObserver((list) => {
    const entry = list.getEntriesByName(${JSON.stringify(name)})[0];
    if (entry) done(entry);
  }).observe({ entryTypes: ['mark'] });
})`;

app.on('web-contents-created', (_event, contents) => {
  contents.once('dom-ready', async () => {
    const moment = await contents.executeJavaScript(wait);
    process.stdout.write(`mark ${moment}\n`, () => app.quit());
  });
});
