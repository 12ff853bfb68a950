/**
 * Converts the pixels that a call passes to the form that a browser draws: red, green, blue and opacity, a
 * byte each. Only uncompressed layouts are supported; for compressed ones, only the name is shown.
 * @module
 */

/** The layout of the picture that a call passes: numbers of arguments, by name. */
export interface PixelLayout {
  readonly width: number;
  readonly height: number;
  readonly format: number;
  readonly type: number;
}

/** A picture, from its first row to its last. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8ClampedArray<ArrayBuffer>;
}

/** Maximum width and height that is drawn; of a larger picture, every second, third … pixel is used. */
const MOST_SIDE = 512;

/** Where each channel of a layout goes: red 0, green 1, blue 2, opacity 3; grey goes to the first three. */
const GREY = 4;
const CHANNELS: Readonly<Record<number, readonly number[]>> = {
  0x1902: [GREY], // GL_DEPTH_COMPONENT
  0x1903: [0], // GL_RED
  0x1904: [1], // GL_GREEN
  0x1905: [2], // GL_BLUE
  0x1906: [3], // GL_ALPHA
  0x1907: [0, 1, 2], // GL_RGB
  0x1908: [0, 1, 2, 3], // GL_RGBA
  0x1909: [GREY], // GL_LUMINANCE
  0x190a: [GREY, 3], // GL_LUMINANCE_ALPHA
  0x80e0: [2, 1, 0], // GL_BGR
  0x80e1: [2, 1, 0, 3], // GL_BGRA
  0x8227: [0, 1], // GL_RG
  0x8000: [3, 2, 1, 0], // GL_ABGR_EXT
};

type Read = (view: DataView, at: number) => number;

/** Types with a number for each channel: its size in bytes, and how it is converted to 0 to 255. */
const PLAIN: Readonly<Record<number, readonly [bytes: number, read: Read]>> = {
  0x1400: [1, (view, at) => view.getInt8(at) * 255 / 127],
  0x1401: [1, (view, at) => view.getUint8(at)],
  0x1403: [2, (view, at) => view.getUint16(at, true) / 257],
  0x1405: [4, (view, at) => view.getUint32(at, true) / 16843009],
  0x1406: [4, (view, at) => view.getFloat32(at, true) * 255],
  0x140b: [2, (view, at) => half(view.getUint16(at, true)) * 255],
};

/**
 * Types with all channels in one number: its size in bytes, and the number of bits of each channel, the first
 * one highest.
 */
const PACKED: Readonly<Record<number, readonly [bytes: number, bits: readonly number[], lowFirst: boolean]>> =
  {
    0x8033: [2, [4, 4, 4, 4], false],
    0x8034: [2, [5, 5, 5, 1], false],
    0x8035: [4, [8, 8, 8, 8], false],
    0x8363: [2, [5, 6, 5], false],
    0x8364: [2, [5, 6, 5], true],
    0x8365: [2, [4, 4, 4, 4], true],
    0x8366: [2, [5, 5, 5, 1], true],
    0x8367: [4, [8, 8, 8, 8], true],
    0x8368: [4, [10, 10, 10, 2], true],
  };

/** Returns the picture, or the reason why there is none. */
export function pictureOf(bytes: Uint8Array, layout: PixelLayout): Picture | string {
  const { width, height, format, type } = layout;
  if (!(width > 0 && height > 0)) return "The call names no width and height";
  const channels = CHANNELS[format];
  if (!channels) return `Pixels in format 0x${format.toString(16)} are not drawn`;
  const plain = PLAIN[type];
  const packed = PACKED[type];
  if (!plain && (!packed || packed[1].length !== channels.length)) {
    return `Pixels of type 0x${type.toString(16)} are not drawn`;
  }
  const pixel = plain ? plain[0] * channels.length : packed![0];
  const stride = strideOf(bytes.length, pixel * width, height);
  if (stride === null) {
    return `${bytes.length} bytes are not the ${width} × ${height} pixels of ${pixel} bytes that the call names`;
  }
  const step = Math.max(1, Math.ceil(Math.max(width, height) / MOST_SIDE));
  const [across, down] = [Math.ceil(width / step), Math.ceil(height / step)];
  const rgba = new Uint8ClampedArray(across * down * 4);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values = new Float64Array(4);
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      const at = y * step * stride + x * step * pixel;
      if (plain) { for (let c = 0; c < channels.length; c++) values[c] = plain[1](view, at + c * plain[0]); }
      else unpack(packed![0] === 2 ? view.getUint16(at, true) : view.getUint32(at, true), packed!, values);
      const to = (y * across + x) * 4;
      rgba[to + 3] = 255;
      for (let c = 0; c < channels.length; c++) {
        const where = channels[c]!;
        const value = values[c]!;
        if (where < 4) rgba[to + where] = value;
        else rgba[to] = rgba[to + 1] = rgba[to + 2] = value;
      }
    }
  }
  return { width: across, height: down, rgba };
}

/**
 * Returns the number of bytes from one row to the next: rows begin at multiples of 4 unless the program has
 * requested otherwise.
 */
function strideOf(bytes: number, row: number, height: number): number | null {
  for (const alignment of [4, 1, 2, 8]) {
    const stride = Math.ceil(row / alignment) * alignment;
    const least = stride * (height - 1) + row;
    if (bytes === least || bytes === stride * height) return stride;
  }
  // Of a volume or a complete cube map, show the first picture.
  const stride = Math.ceil(row / 4) * 4;
  return bytes > stride * height && bytes % (stride * height) === 0 ? stride : null;
}

function unpack(
  value: number,
  [bytes, bits, lowFirst]: readonly [number, readonly number[], boolean],
  values: Float64Array,
): void {
  let shift = lowFirst ? 0 : bytes * 8;
  bits.forEach((width, at) => {
    if (!lowFirst) shift -= width;
    const most = 2 ** width - 1;
    values[at] = ((value >>> shift) & most) * 255 / most;
    if (lowFirst) shift += width;
  });
}

/** Converts a 16-bit floating-point number. */
function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : 0;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}
