/**
 * Recognizes pictures by their first bytes: what a server says of them is not believed. Anything else, SVG above all, is
 * no picture.
 */

/** A small file may unpack to a picture that fills the memory. In pixels. */
export interface PictureBounds {
  /** The longer side. */
  side: number;
  /** Both sides multiplied. */
  area: number;
}

/** Servers make tiles of 256 or 512. */
export const tileBounds: PictureBounds = { side: 1_024, area: 1_024 * 1_024 };

interface Size {
  width: number;
  height: number;
}

/** JPEG, ITU-T T.81: the size is in the frame header, behind other segments. */
function jpegSize(bytes: Buffer): Size | null {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const kind = bytes.readUInt8(at + 1);
    const isFrame = kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** WebP (RFC 9649): simple, lossless and extended files have their size in different places. */
function webpSize(bytes: Buffer): Size | null {
  if (bytes.length < 30) return null;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

const pngBegin = Buffer.from('89504e470d0a1a0a', 'hex');

function recognized(bytes: Buffer): { type: string; size: Size | null } | null {
  if (bytes.length >= 24 && bytes.subarray(0, 8).equals(pngBegin))
    return { type: 'image/png', size: { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } };
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return { type: 'image/jpeg', size: jpegSize(bytes) };
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return { type: 'image/webp', size: webpSize(bytes) };
  return null;
}

/** @returns the media type of a picture within the bounds, or null */
export function pictureType(bytes: Uint8Array, most: PictureBounds): string | null {
  const found = recognized(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (found?.size == null) return null;
  const { width, height } = found.size;
  const isWithin = Math.max(width, height) <= most.side && width * height <= most.area;
  return Math.min(width, height) > 0 && isWithin ? found.type : null;
}
