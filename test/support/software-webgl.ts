/** Maps drawn with WebGL and without, on machines without a graphics card too. */

/** Chromium's arguments for each drawing. */
export const drawingArguments = {
  webgl: ['--enable-unsafe-swiftshader'],
  canvas: ['--disable-gpu', '--disable-software-rasterizer'],
} as const;

/**
 * Lets the maps of this window take WebGL from a program that draws in place of a graphics card: by themselves they
 * take it from a card only. It runs in the window, before a map is shown, and so needs nothing from around it.
 */
export function takeSoftwareWebGl(): void {
  const prototype = HTMLCanvasElement.prototype;
  type GetContext = (this: HTMLCanvasElement, type: string, options?: object) => unknown;
  const getContext = Reflect.get(prototype, 'getContext') as GetContext;
  const taking: GetContext = function (type, options) {
    return getContext.call(this, type, { ...options, failIfMajorPerformanceCaveat: false });
  };
  Reflect.set(prototype, 'getContext', taking);
}
