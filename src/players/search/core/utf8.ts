/** Text as UTF-8 bytes and as code points, without an object for each text. */

const encoder = new TextEncoder();

/** Writes `text` at `at` and returns the end. Half a surrogate pair becomes U+FFFD. The room must suffice. */
export function writeUtf8(text: string, target: Uint8Array, at: number): number {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) return at + encoder.encodeInto(text, target.subarray(at)).written;
    target[at + index] = unit;
  }
  return at + text.length;
}

/** The longest beginning of `bytes[0..length)` of at most `limit` bytes that ends between two code points. */
export function cutUtf8(bytes: Uint8Array, length: number, limit: number): number {
  if (length <= limit) return length;
  let end = limit;
  while (end > 0 && ((bytes[end] as number) & 0xc0) === 0x80) end--;
  return end;
}

/** Writes the code points of well-formed `bytes[from..to)` to `target` and returns how many there are. */
export function readPoints(bytes: Uint8Array, from: number, to: number, target: Int32Array): number {
  let count = 0;
  let at = from;
  while (at < to) {
    const first = bytes[at] as number;
    if (first < 0x80) {
      target[count++] = first;
      at += 1;
    } else if (first < 0xe0) {
      target[count++] = ((first & 0x1f) << 6) | ((bytes[at + 1] as number) & 0x3f);
      at += 2;
    } else if (first < 0xf0) {
      target[count++] =
        ((first & 0x0f) << 12) | (((bytes[at + 1] as number) & 0x3f) << 6) | ((bytes[at + 2] as number) & 0x3f);
      at += 3;
    } else {
      target[count++] =
        ((first & 0x07) << 18) |
        (((bytes[at + 1] as number) & 0x3f) << 12) |
        (((bytes[at + 2] as number) & 0x3f) << 6) |
        ((bytes[at + 3] as number) & 0x3f);
      at += 4;
    }
  }
  return count;
}

/** How many code points well-formed `bytes[from..to)` hold. */
export function countPoints(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (((bytes[at] as number) & 0xc0) !== 0x80) count++;
  return count;
}
