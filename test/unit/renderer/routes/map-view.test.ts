/** Where a map looks when it is shown again. */
import { expect, it } from 'vitest';
import { mapContent } from '../../../../src/renderer/routes/map/map-content.ts';
import { MapPlace } from '../../../../src/renderer/routes/map/map-place.svelte.ts';
import { MapView, type MapProps } from '../../../../src/renderer/routes/map/map-view.svelte.ts';
import { stopRow } from '../../../fixtures/rows.ts';

const stops = [
  stopRow('west', { latitude: 52.5, longitude: 13.3 }),
  stopRow('east', { latitude: 52.6, longitude: 13.5 }),
];

/** A map that comes on the screen. */
function shownAt(place: MapPlace): MapView {
  const props: MapProps = {
    content: mapContent(stops, { lines: [] }),
    place,
    chosen: new Set(),
    hovered: null,
    background: { kind: 'none' },
    tile: () => Promise.resolve(null),
    onmark: () => undefined,
    onselect: () => undefined,
    onopen: () => undefined,
    onhover: () => undefined,
  };
  const view = new MapView(() => props);
  view.size = { width: 400, height: 300 };
  view.begin();
  return view;
}

it('shows all stops at first, and looks where it was left when it comes back', () => {
  const place = new MapPlace();
  const first = shownAt(place);
  const all = first.camera;
  expect(all).not.toBeNull();
  first.zoomIn();
  expect(first.camera).not.toEqual(all);
  expect(shownAt(place).camera).toEqual(first.camera);
  expect(shownAt(new MapPlace()).camera, 'of another plan').toEqual(all);
});
