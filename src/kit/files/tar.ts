/**
 * The frame of a tar archive in the form `ustar` (POSIX 1003.1-1988): 512 bytes before each file, and zeros after it up to
 * the next multiple of 512. Every `tar` reads it. Pure.
 */

/** Everything in an archive begins at a multiple of this. */
export const TAR_BLOCK = 512;

/** The end of an archive: two blocks of zeros. */
export const TAR_END = Buffer.alloc(2 * TAR_BLOCK);

/** The longest name that is written, in bytes. */
const MAX_NAME = 100;

/** Eleven octal digits. */
const MAX_SIZE = 8 ** 11 - 1;

export interface TarEntry {
  /** 1 to 100 ASCII characters. */
  readonly name: string;
  /** Of its content, in bytes; below 8 GiB. */
  readonly size: number;
}

/**
 * The block before a file. The same arguments make the same bytes.
 *
 * @param modifiedSeconds since 1970
 * @throws RangeError for a name or a size that does not fit
 */
export function tarHeader({ name, size }: TarEntry, modifiedSeconds: number): Buffer {
  if (!/^[\x21-\x7e]+$/.test(name) || name.length > MAX_NAME)
    throw new RangeError(`not a name of a tar entry: ${name}`);
  if (!Number.isSafeInteger(size) || size < 0 || size > MAX_SIZE) throw new RangeError("not a size of a tar entry");
  const block = Buffer.alloc(TAR_BLOCK);
  block.write(name, 0, "latin1");
  block.write("0000600\0", 100, "latin1");
  block.write("0000000\0", 108, "latin1");
  block.write("0000000\0", 116, "latin1");
  block.write(`${octal(size, 11)}\0`, 124, "latin1");
  block.write(`${octal(modifiedSeconds, 11)}\0`, 136, "latin1");
  block.write("0", 156, "latin1");
  block.write("ustar\u000000", 257, "latin1");
  block.write(`${octal(checksumOf(block), 6)}\0 `, 148, "latin1");
  return block;
}

/** The fields of a block before a file; undefined for a block that is not one of `tarHeader`. */
export function parseTarHeader(block: Buffer): TarEntry | undefined {
  if (block.length !== TAR_BLOCK || block.toString("latin1", 257, 263) !== "ustar\0") return undefined;
  const sum = parseOctal(block.toString("latin1", 148, 154));
  const size = parseOctal(block.toString("latin1", 124, 135));
  const end = block.indexOf(0);
  if (sum !== checksumOf(block) || size === undefined || end < 1 || end > MAX_NAME) return undefined;
  return { name: block.toString("latin1", 0, end), size };
}

/** How many zeros follow a content of this many bytes. */
export function tarPadding(size: number): number {
  return (TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK;
}

/** The sum of the block's bytes, those of the sum itself taken as blanks. */
function checksumOf(block: Buffer): number {
  let sum = 0;
  for (const [place, byte] of block.entries()) sum += place >= 148 && place < 156 ? 0x20 : byte;
  return sum;
}

function octal(value: number, digits: number): string {
  return Math.floor(value).toString(8).padStart(digits, "0");
}

function parseOctal(text: string): number | undefined {
  return /^[0-7]{1,11}$/.test(text) ? Number.parseInt(text, 8) : undefined;
}
