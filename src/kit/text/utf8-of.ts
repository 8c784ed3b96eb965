/**
 * Texts one after the other, as UTF-8. Each is written into its place: to join long texts first and to encode the whole
 * takes twice as long.
 */
export function utf8Of(texts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  let end = 0;
  for (const text of texts) end += bytes.write(text, end);
  return bytes;
}
