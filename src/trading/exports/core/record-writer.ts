/**
 * Records of BIFF8 (MS-XLS, section 2.1.4) written one after the other: a type, a size, and this many bytes. They grow
 * in blocks, so that nothing large is ever copied to make room.
 */
import { invariant } from "../../../kit/errors/invariant.ts";

/** Larger than any record. */
const BLOCK_BYTES = 262_144;

/** A record's own limit; what is longer goes on in `CONTINUE` records. */
export const MAX_SHEET_RECORD_BYTES = 8_224;

export class RecordWriter {
  readonly #full: Buffer[] = [];
  #block = Buffer.allocUnsafe(BLOCK_BYTES);
  #at = 0;
  #fullBytes = 0;

  /** Of everything written so far. */
  get byteLength(): number {
    return this.#fullBytes + this.#at;
  }

  /** Begins a record; the caller then writes exactly `size` bytes. */
  record(type: number, size: number): this {
    invariant(size <= MAX_SHEET_RECORD_BYTES, "a record has at most 8,224 bytes");
    if (this.#at + size + 4 > BLOCK_BYTES) this.#nextBlock();
    return this.u16(type).u16(size);
  }

  u8(value: number): this {
    this.#at = this.#block.writeUInt8(value, this.#at);
    return this;
  }

  u16(value: number): this {
    this.#at = this.#block.writeUInt16LE(value, this.#at);
    return this;
  }

  u32(value: number): this {
    this.#at = this.#block.writeUInt32LE(value, this.#at);
    return this;
  }

  f64(value: number): this {
    this.#at = this.#block.writeDoubleLE(value, this.#at);
    return this;
  }

  bytes(value: Uint8Array): this {
    this.#block.set(value, this.#at);
    this.#at += value.length;
    return this;
  }

  /** Moves everything into `target` from `at` on, and keeps none of it; answers where it ends. */
  moveTo(target: Buffer, at: number): number {
    let end = at;
    for (let block = this.#full.shift(); block; block = this.#full.shift()) end += block.copy(target, end);
    end += this.#block.copy(target, end, 0, this.#at);
    this.#fullBytes = 0;
    this.#at = 0;
    return end;
  }

  #nextBlock(): void {
    this.#full.push(this.#block.subarray(0, this.#at));
    this.#fullBytes += this.#at;
    this.#block = Buffer.allocUnsafe(BLOCK_BYTES);
    this.#at = 0;
  }
}
