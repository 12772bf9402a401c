/**
 * A quiet drawing of vector tiles: water, green, buildings, roads and borders, so that the stops stay what is seen first.
 * It knows the names of the Protomaps and of the OpenMapTiles schema. No labels: they need fonts as glyph files.
 */
import type { ExpressionSpecification, FillLayerSpecification, LineLayerSpecification } from 'maplibre-gl';
import type { Palette } from './palette.ts';

type Layer = FillLayerSpecification | LineLayerSpecification;

/** What a shape is: Protomaps says `kind`, OpenMapTiles `class`. */
const kind: ExpressionSpecification = ['coalesce', ['get', 'kind'], ['get', 'class'], ''];
const isOneOf = (kinds: readonly string[]): ExpressionSpecification => ['in', kind, ['literal', [...kinds]]];
const isArea: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];

const green = ['park', 'forest', 'wood', 'grass', 'grassland', 'nature_reserve', 'cemetery', 'golf_course', 'garden'];
const mainRoads = ['highway', 'major_road', 'motorway', 'trunk', 'primary', 'secondary'];
const otherRoads = ['medium_road', 'minor_road', 'tertiary', 'minor', 'service'];

/** Widths in CSS pixels at zooms 6, 12, 16 and 20. */
const widths = ([far, city, street, near]: readonly [number, number, number, number]): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.5],
  ['zoom'],
  ...[6, far, 12, city, 16, street, 20, near],
];

/** @param palette of the theme @returns from the lowest up */
export function vectorLayers(source: string, { water, green: greenColour, building, road, line }: Palette): Layer[] {
  const area = (of: string, colour: string, filter: ExpressionSpecification = isArea): Layer => ({
    id: `background-${of}`,
    type: 'fill',
    source,
    'source-layer': of,
    filter,
    paint: { 'fill-color': colour },
  });
  const stroke = (
    name: string,
    of: string,
    filter: ExpressionSpecification,
    paint: LineLayerSpecification['paint'],
  ): Layer => ({
    id: `background-${of}-${name}`,
    type: 'line',
    source,
    'source-layer': of,
    filter,
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: paint ?? {},
  });
  const isGreen: ExpressionSpecification = ['all', isArea, isOneOf(green)];
  const roads = (name: string, kinds: readonly string[], width: ExpressionSpecification) =>
    ['roads', 'transportation'].map((of) =>
      stroke(name, of, isOneOf(kinds), { 'line-color': road, 'line-width': width }),
    );
  return [
    ...['landcover', 'landuse'].map((of) => area(of, greenColour, isGreen)),
    area('park', greenColour),
    area('water', water),
    ...['buildings', 'building'].map((of): Layer => ({ ...area(of, building), minzoom: 13 })),
    ...roads('other', otherRoads, widths([0, 0.6, 4, 24])),
    ...roads('main', mainRoads, widths([0.4, 1.6, 7, 36])),
    ...['boundaries', 'boundary'].map((of) =>
      stroke('line', of, ['all'], { 'line-color': line, 'line-width': 0.7, 'line-dasharray': [4, 3] }),
    ),
  ];
}
