/** Whether bytes are an image that browsers show: the beginning says it (WHATWG MIME Sniffing, section 6.1). */

/** The media types that an image may come as. SVG is a document that can run scripts, and is none of them. */
export const IMAGE_TYPES: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
]);

/** The media type of the image that begins with these bytes; undefined when they are none. */
export function imageKind(bytes: Buffer): string | undefined {
  const ascii = (from: number, to: number): string => bytes.toString("latin1", from, to);
  if (ascii(0, 8) === "\x89PNG\r\n\x1a\n") return "image/png";
  if (ascii(0, 3) === "\xff\xd8\xff") return "image/jpeg";
  if (ascii(0, 6) === "GIF87a" || ascii(0, 6) === "GIF89a") return "image/gif";
  if (ascii(0, 4) === "RIFF" && ascii(8, 12) === "WEBP") return "image/webp";
  if (ascii(4, 8) === "ftyp" && /^avi[fs]$/.test(ascii(8, 12))) return "image/avif";
  return undefined;
}
