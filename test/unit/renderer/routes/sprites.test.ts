/** Which pictures the mark of a stop is put together from. */
import { expect, it } from 'vitest';
import { mapContent } from '../../../../src/renderer/routes/map/map-content.ts';
import { Marks } from '../../../../src/renderer/routes/map/marks.ts';
import {
  otherLooks,
  type Disc,
  type Picture,
  type PictureSheet,
} from '../../../../src/renderer/routes/map/pictures.ts';
import { Sprites, type Scene } from '../../../../src/renderer/routes/map/sprites.ts';
import { routeLooks } from '../../../../src/renderer/routes/route-looks.ts';
import { routeLines } from '../../../../src/shared/route-lines.ts';
import { driverRow, stopRow } from '../../../fixtures/rows.ts';

/** Of a sheet on which a picture is found by its name. */
const picture = (name: string): Picture & { name: string } => ({ name, left: 0, top: 0, width: 2, height: 2 });
const discOf = (look: number): Disc => ({ picture: picture(`disc ${look}`), ink: 0 });
const discs = Array.from({ length: routeLooks + 4 }, (_, look) => discOf(look));
const digits = Array.from({ length: 10 }, (_, digit) => picture(`digit ${digit}`));
const sheet: PictureSheet = {
  image: {} as ImageBitmap,
  scale: 1,
  discs: [discs],
  chosenRings: [],
  hoveredRings: [],
  digits: [[digits], [digits], [digits]],
  depot: picture('depot'),
};

const ada = driverRow('drivers/a', 'Ada');
const camera = { centre: { latitude: 52.5, longitude: 13.4 }, zoom: 11 };
const size = { width: 800, height: 600 };

/** The pictures of one stop, the second of Ada's route. */
function picturesOf(deliveryState: string | null): string[] {
  const row = stopRow('stops/1', { deliveryState, driverId: ada.id, position: 2, ...camera.centre });
  const lines = routeLines([row], { driverIds: [ada.id], drivers: [ada], zone: 'Europe/Berlin', day: null });
  const content = mapContent([row], { lines });
  const put: string[] = [];
  const scene = {
    ...{ camera, size, marks: new Marks(content.stops).inView(camera, size), routes: [], depots: [] },
    ...{ chosen: new Set<string>(), hovered: null },
  };
  new Sprites(sheet, (each) => put.push((each as ReturnType<typeof picture>).name)).putAll(scene as unknown as Scene);
  return put;
}

it('a stop has the colour of its route and its number, grey once it is done, a look of its own if it failed', () => {
  expect(picturesOf(null)).toEqual(['disc 0', 'digit 2']);
  expect(picturesOf('delivered_to_recipient')).toEqual([`disc ${otherLooks.done}`, 'digit 2']);
  expect(picturesOf('failed_not_home'), 'a cross is in place of the number').toEqual([`disc ${otherLooks.failed}`]);
});
