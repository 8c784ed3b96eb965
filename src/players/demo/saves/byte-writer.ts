/** Bytes that grow while they are written; numbers are little-endian, as in all files of the game. */

/** Writes values one after another, and may go back to fill in a size that was not known before. */
export class ByteWriter {
  #buffer = Buffer.alloc(1_024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  uint8(value: number): void {
    const at = this.#grow(1);
    this.#buffer.writeUInt8(value, at);
  }

  int16(value: number): void {
    const at = this.#grow(2);
    this.#buffer.writeInt16LE(value, at);
  }

  uint16(value: number): void {
    const at = this.#grow(2);
    this.#buffer.writeUInt16LE(value, at);
  }

  int32(value: number): void {
    const at = this.#grow(4);
    this.#buffer.writeInt32LE(value, at);
  }

  uint32(value: number): void {
    const at = this.#grow(4);
    this.#buffer.writeUInt32LE(value, at);
  }

  int64(value: bigint): void {
    const at = this.#grow(8);
    this.#buffer.writeBigInt64LE(value, at);
  }

  uint64(value: bigint): void {
    const at = this.#grow(8);
    this.#buffer.writeBigUInt64LE(value, at);
  }

  float32(value: number): void {
    const at = this.#grow(4);
    this.#buffer.writeFloatLE(value, at);
  }

  float64(value: number): void {
    const at = this.#grow(8);
    this.#buffer.writeDoubleLE(value, at);
  }

  bytes(value: Uint8Array): void {
    const at = this.#grow(value.length);
    this.#buffer.set(value, at);
  }

  /** A string as the game writes it: ASCII where that is enough, otherwise UTF-16, each with a closing NUL. */
  text(value: string): void {
    if (value === "") return this.int32(0);
    if (isAscii(value)) {
      this.int32(value.length + 1);
      const at = this.#grow(value.length);
      this.#buffer.write(value, at, "latin1");
      return this.uint8(0);
    }
    this.int32(-value.length - 1);
    const at = this.#grow(value.length * 2);
    this.#buffer.write(value, at, "utf16le");
    this.uint16(0);
  }

  /** Overwrites the int32 at `offset`. */
  setInt32(offset: number, value: number): void {
    this.#buffer.writeInt32LE(value, offset);
  }

  /** A copy of everything that was written. */
  result(): Uint8Array {
    return new Uint8Array(this.#buffer.subarray(0, this.#length));
  }

  #grow(count: number): number {
    const start = this.#length;
    this.#length += count;
    if (this.#length > this.#buffer.length) {
      this.#buffer = Buffer.concat([this.#buffer], Math.max(this.#length, this.#buffer.length * 2));
    }
    return start;
  }
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}
