/** Puts together the bytes of a game's files: little-endian values, and texts as the game's engine writes them. */

export const int16 = (value: number): Buffer => filled(2, (buffer) => buffer.writeInt16LE(value));
export const int32 = (value: number): Buffer => filled(4, (buffer) => buffer.writeInt32LE(value));
export const uint32 = (value: number): Buffer => filled(4, (buffer) => buffer.writeUInt32LE(value));
export const uint64 = (value: bigint): Buffer => filled(8, (buffer) => buffer.writeBigUInt64LE(value));
export const float = (value: number): Buffer => filled(4, (buffer) => buffer.writeFloatLE(value));
export const double = (value: number): Buffer => filled(8, (buffer) => buffer.writeDoubleLE(value));

/** An FString: one byte a letter where ASCII holds it, else UTF-16; its length in units first, NUL last. */
export function text(value: string): Buffer {
  if (value === "") return int32(0);
  // oxlint-disable-next-line no-control-regex
  if (/^[\x01-\x7f]*$/.test(value))
    return Buffer.concat([int32(value.length + 1), Buffer.from(`${value}\0`, "latin1")]);
  return Buffer.concat([int32(-value.length - 1), Buffer.from(`${value}\0`, "utf16le")]);
}

function filled(size: number, write: (buffer: Buffer) => unknown): Buffer {
  const buffer = Buffer.alloc(size);
  write(buffer);
  return buffer;
}
