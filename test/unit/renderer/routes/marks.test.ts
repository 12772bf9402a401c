/** Which marks the map draws, finds and encloses. */
import { expect, it } from 'vitest';
import { boxBetween, projection, type Camera } from '../../../../src/renderer/routes/map/camera.ts';
import { mapContent } from '../../../../src/renderer/routes/map/map-content.ts';
import { idsInside, markAt, Marks } from '../../../../src/renderer/routes/map/marks.ts';
import { routeLines } from '../../../../src/shared/route-lines.ts';
import { driverRow, stopRow } from '../../../fixtures/rows.ts';

const drivers = [driverRow('drivers/a', 'Ada'), driverRow('drivers/b', 'Ben')];
const driverIds = drivers.map(({ id }) => id);
const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const contentOf = (rows: Parameters<typeof mapContent>[0]) =>
  mapContent(rows, { lines: routeLines(rows, { driverIds, drivers, zone: 'Europe/Berlin', day: null }) });
const size = { width: 800, height: 600 };
const camera: Camera = { centre: at(52.5, 13.4), zoom: 11 };
const project = projection(camera, size);

it('draws each stop while there are few, and leaves out those that are not in sight', () => {
  const near = Array.from({ length: 300 }, (_, index) => stopRow(`stops/${index}`, at(52.5, 13.4)));
  const far = stopRow('stops/far', at(48, 11));
  const { stops } = contentOf([...near, far]);
  const marks = new Marks(stops).inView(camera, size);
  expect(marks).toHaveLength(300);
  expect(marks.every(({ ids }) => ids.length === 1)).toBe(true);
});

it('joins stops that would cover each other, all of them once', () => {
  const many = Array.from({ length: 1_000 }, (_, index) =>
    stopRow(`stops/${index}`, {
      ...at(52.45 + (index % 40) / 400, 13.3 + Math.floor(index / 40) / 125),
      driverId: index % 2 === 0 ? 'drivers/a' : null,
    }),
  );
  const { stops } = contentOf(many);
  const all = new Marks(stops);
  const marks = all.inView(camera, size);
  expect(marks.length).toBeLessThan(300);
  const joined = marks.flatMap(({ ids }) => ids);
  expect(new Set(joined).size).toBe(joined.length);
  expect(joined).toHaveLength(1_000);
  expect(marks.some(({ ids, route }) => ids.length > 1 && route === null)).toBe(true);

  expect(all.inView(camera, size), 'the same in the next frame').toEqual(marks);

  // A small step to the side joins the same stops.
  const moved = all.inView({ ...camera, centre: at(52.5, 13.4005) }, size);
  expect(new Set(moved.map(({ ids }) => ids.join()))).toEqual(new Set(marks.map(({ ids }) => ids.join())));
});

it('finds the mark under the pointer, the upper one first', () => {
  const { stops } = contentOf([stopRow('stops/1', at(52.5, 13.4)), stopRow('stops/2', at(52.5, 13.4))]);
  const marks = new Marks(stops).inView(camera, size);
  expect(markAt(marks, { x: 405, y: 296 }, project)?.ids).toEqual(['stops/2']);
  expect(markAt(marks, { x: 430, y: 300 }, project)).toBeUndefined();
});

it('joins what is at one address at any zoom, and nothing else near it', () => {
  const same = Array.from({ length: 400 }, (_, index) => stopRow(`stops/${index}`, at(52.5, 13.4)));
  const { stops } = contentOf([...same, stopRow('stops/near', at(52.5001, 13.4))]);
  const marks = new Marks(stops).inView({ ...camera, zoom: 18 }, size);
  expect(marks.map(({ ids }) => ids.length)).toEqual([400, 1]);
});

it('shows stops that are all done as failed if one of them is, and not while one is to be done', () => {
  const of = (index: number, more: object) => stopRow(`stops/${index}`, { ...at(52.5, 13.4), ...more });
  const delivered = Array.from({ length: 300 }, (_, index) => of(index, { deliveryState: 'delivered_to_recipient' }));
  const looks = (...others: ReturnType<typeof stopRow>[]) =>
    new Marks(contentOf([...delivered, ...others]).stops)
      .inView(camera, size)
      .map(({ ids, isDone, isFailed }) => [ids.length, isDone, isFailed]);
  const failed = of(300, { deliveryState: 'failed_not_home' });
  expect(looks(failed)).toEqual([[301, true, true]]);
  expect(looks(failed, of(301, {}))).toEqual([[302, false, false]]);
});

it('finds what a box or a line around marks encloses, all stops of a cluster', () => {
  const many = Array.from({ length: 301 }, (_, index) => stopRow(`stops/${index}`, at(52.5, 13.4)));
  const { stops } = contentOf([...many, stopRow('stops/east', at(52.5, 13.5))]);
  const marks = new Marks(stops).inView(camera, size);
  expect(idsInside(marks, boxBetween({ x: 350, y: 350 }, { x: 450, y: 250 }), project)).toHaveLength(301);
  expect(idsInside(marks, boxBetween({ x: 450, y: 0 }, { x: 800, y: 600 }), project)).toEqual(['stops/east']);
  expect(idsInside(marks, [], project)).toEqual([]);
});
