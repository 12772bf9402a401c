/**
 * Draws the marks of a map inside MapLibre: its own layers would put all numbers above all discs, need fonts, and show what
 * its worker has prepared some frames later. Here a frame is one draw call of pictures from one sheet.
 */
import type { CustomLayerInterface } from 'maplibre-gl';
import type { Picture, PictureSheet } from './pictures.ts';
import { Sprites, type Scene } from './sprites.ts';

/** Of one picture: its place on the screen, its place in the sheet, its size; in pixels. */
const numbersEach = 6;

const vertexShader = `#version 300 es
uniform vec2 screen;
uniform vec2 sheet;
layout(location = 0) in vec2 place;
layout(location = 1) in vec2 part;
layout(location = 2) in vec2 extent;
out vec2 at;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * extent;
  at = (part + corner) / sheet;
  vec2 clip = (place + corner) / screen * 2.0 - 1.0;
  gl_Position = vec4(clip.x, -clip.y, 0.0, 1.0);
}`;

const fragmentShader = `#version 300 es
precision mediump float;
uniform sampler2D pictures;
in vec2 at;
out vec4 colour;
void main() {
  colour = texture(pictures, at);
}`;

function programOf(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertexShader],
    [gl.FRAGMENT_SHADER, fragmentShader],
  ] as const) {
    const shader = gl.createShader(type);
    if (shader === null) throw new Error('WebGL makes no shader.');
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true)
    throw new Error(`The shaders of the map do not link: ${gl.getProgramInfoLog(program) ?? ''}`);
  return program;
}

/** The numbers of one frame, in a buffer that grows and is kept. */
class Instances {
  numbers = new Float32Array(numbersEach * 1_024);
  count = 0;

  /** Called thousands of times a frame, so it makes no arrays. */
  add({ left, top, width, height }: Picture, x: number, y: number): void {
    const at = this.count * numbersEach;
    if (at + numbersEach > this.numbers.length) {
      const larger = new Float32Array(this.numbers.length * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    const { numbers } = this;
    numbers[at] = x;
    numbers[at + 1] = y;
    numbers[at + 2] = left;
    numbers[at + 3] = top;
    numbers[at + 4] = width;
    numbers[at + 5] = height;
    this.count += 1;
  }
}

/** What WebGL holds for the layer. MapLibre ends it together with its context. */
class Buffers {
  readonly #gl: WebGL2RenderingContext;
  readonly #program: WebGLProgram;
  readonly #array: WebGLVertexArrayObject;
  readonly #buffer: WebGLBuffer;
  readonly #texture: WebGLTexture;
  #uploaded: PictureSheet | undefined;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#program = programOf(gl);
    this.#array = gl.createVertexArray();
    this.#buffer = gl.createBuffer();
    this.#texture = gl.createTexture();
    gl.bindVertexArray(this.#array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    for (const location of [0, 1, 2]) {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, 2, gl.FLOAT, false, numbersEach * 4, location * 8);
      gl.vertexAttribDivisor(location, 1);
    }
    gl.bindVertexArray(null);
  }

  draw({ numbers, count }: Instances, sheet: PictureSheet): void {
    const gl = this.#gl;
    gl.useProgram(this.#program);
    gl.bindVertexArray(this.#array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    gl.bufferData(gl.ARRAY_BUFFER, numbers.subarray(0, count * numbersEach), gl.STREAM_DRAW);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.#texture);
    if (this.#uploaded !== sheet) this.#upload(sheet);
    gl.uniform2f(gl.getUniformLocation(this.#program, 'screen'), gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.uniform2f(gl.getUniformLocation(this.#program, 'sheet'), sheet.image.width, sheet.image.height);
    gl.uniform1i(gl.getUniformLocation(this.#program, 'pictures'), 0);
    gl.disable(gl.DEPTH_TEST);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
    gl.bindVertexArray(null);
  }

  #upload(sheet: PictureSheet): void {
    const gl = this.#gl;
    // Its colours are multiplied by their opacity, as MapLibre blends them.
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, sheet.image);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    this.#uploaded = sheet;
  }
}

/**
 * The layer of marks.
 *
 * @param shown what the next frame shows; null: nothing
 */
export function spriteLayer(shown: () => { scene: Scene; sheet: PictureSheet } | null): CustomLayerInterface {
  let buffers: Buffers | undefined;
  const instances = new Instances();
  return {
    id: 'marks',
    type: 'custom',
    onAdd: (_map, gl) => (buffers = new Buffers(gl)),
    render: () => {
      const frame = shown();
      if (buffers === undefined || frame === null) return;
      instances.count = 0;
      new Sprites(frame.sheet, (picture, x, y) => instances.add(picture, x, y)).putAll(frame.scene);
      if (instances.count > 0) buffers.draw(instances, frame.sheet);
    },
  };
}
