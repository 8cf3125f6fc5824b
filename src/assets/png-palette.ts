/**
 * Changes the colours of a PNG with a palette. Its pixels are indexes into the palette, so only that chunk has to be
 * rewritten (https://www.w3.org/TR/png-3/#11PLTE): no library that decodes pictures is needed.
 */
import { crc32 } from "node:zlib";
import type { Rgb } from "../model/colors.js";

const signatureLength = 8;

/** @returns a copy with other colours; the same bytes if the picture has no palette. */
export function recolorPalette(png: Uint8Array, recolor: (color: Rgb) => Rgb): Uint8Array {
  const bytes = Buffer.from(png);
  // A chunk has the length of its data, a type, the data, and a checksum of type and data.
  for (let at = signatureLength; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const data = at + 8;
    if (bytes.toString("latin1", at + 4, data) === "PLTE") {
      for (let entry = data; entry < data + length; entry += 3) {
        const [red = 0, green = 0, blue = 0] = bytes.subarray(entry, entry + 3);
        bytes.set(recolor([red, green, blue]), entry);
      }
      bytes.writeUInt32BE(crc32(bytes.subarray(at + 4, data + length)), data + length);
      return bytes;
    }
    at = data + length + 4;
  }
  return bytes;
}
