/** Lists of JSON texts that were written before. */

const OPEN = Buffer.from("[");
const COMMA = Buffer.from(",");
const CLOSE = Buffer.from("]");

/** One JSON array of these items, as bytes. The items are copied. */
export function jsonArray(items: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [OPEN];
  for (const [at, item] of items.entries()) {
    if (at > 0) parts.push(COMMA);
    parts.push(item);
  }
  parts.push(CLOSE);
  return Buffer.concat(parts);
}
