/** Must fail lint: no domain imports another. */
export { marker } from '../stops/marker.ts';
