/**
 * Small byte strings by number, in a few large buffers: a million of them as objects would keep the garbage collector
 * busy with what never becomes garbage.
 */
import { invariant } from "../../../kit/errors/invariant.ts";

const CHUNK_BYTES = 4 * 1024 * 1024;
const FIRST_RECORDS = 1024;

/** Of one record: its length is kept in 16 bits. */
export const MAX_RECORD_BYTES = 0xffff;

/** Records by number from 0, each of up to 65,535 bytes. */
export class RecordArena {
  readonly #chunks: Buffer[] = [];
  /** Bytes of each chunk that belong to no record any more. */
  readonly #waste: number[] = [];
  /** Chunk number and offset of each record; a length of 0 means that there is none. */
  #chunkOf = new Uint16Array(FIRST_RECORDS);
  #offsets = new Uint32Array(FIRST_RECORDS);
  #lengths = new Uint16Array(FIRST_RECORDS);
  #current = -1;
  #end = CHUNK_BYTES;

  get byteLength(): number {
    const columns = this.#chunkOf.byteLength + this.#offsets.byteLength + this.#lengths.byteLength;
    return this.#chunks.reduce((sum, chunk) => sum + chunk.length, columns);
  }

  /** The bytes of a record, valid until the next `set`; undefined when there is none. Not to be written to. */
  get(record: number): Buffer | undefined {
    const length = this.#lengths[record] ?? 0;
    if (length === 0) return undefined;
    const offset = this.#offsets[record] as number;
    return this.#chunks[this.#chunkOf[record] as number]?.subarray(offset, offset + length);
  }

  /** Puts a record in the place of what was there; no bytes take it away. */
  set(record: number, bytes: Buffer): void {
    invariant(bytes.length <= MAX_RECORD_BYTES, "a record has at most 65,535 bytes");
    this.#makeRoom(record);
    const before = this.#lengths[record] as number;
    if (bytes.length > 0 && bytes.length === before) {
      bytes.copy(this.#chunks[this.#chunkOf[record] as number] as Buffer, this.#offsets[record]);
      return;
    }
    if (before > 0) this.#lose(this.#chunkOf[record] as number, before);
    this.#lengths[record] = 0;
    if (bytes.length > 0) this.#append(record, bytes);
  }

  #append(record: number, bytes: Buffer): void {
    if (this.#end + bytes.length > CHUNK_BYTES) {
      // A record that does not fit any more into the chunk before counts as lost there.
      if (this.#current >= 0) this.#lose(this.#current, CHUNK_BYTES - this.#end);
      [this.#current, this.#end] = this.#roomyChunk();
    }
    bytes.copy(this.#chunks[this.#current] as Buffer, this.#end);
    this.#chunkOf[record] = this.#current;
    this.#offsets[record] = this.#end;
    this.#lengths[record] = bytes.length;
    this.#end += bytes.length;
  }

  #lose(chunk: number, bytes: number): void {
    this.#waste[chunk] = (this.#waste[chunk] ?? 0) + bytes;
  }

  /** A chunk with room and where that begins: a new chunk, or one that was mostly waste, packed. */
  #roomyChunk(): [chunk: number, end: number] {
    const half = this.#waste.findIndex((waste, chunk) => waste > CHUNK_BYTES / 2 && chunk !== this.#current);
    if (half < 0) {
      invariant(this.#chunks.length < 0xffff, "an arena has at most 65,535 chunks");
      this.#chunks.push(Buffer.allocUnsafeSlow(CHUNK_BYTES));
      this.#waste.push(0);
      return [this.#chunks.length - 1, 0];
    }
    return [half, this.#pack(half)];
  }

  /** Moves the records of a chunk together in a new one under the same number, and answers where they end. */
  #pack(chunk: number): number {
    const old = this.#chunks[chunk] as Buffer;
    const fresh = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    let end = 0;
    for (let record = 0; record < this.#lengths.length; record++) {
      const length = this.#lengths[record] as number;
      if (length === 0 || this.#chunkOf[record] !== chunk) continue;
      const offset = this.#offsets[record] as number;
      old.copy(fresh, end, offset, offset + length);
      this.#offsets[record] = end;
      end += length;
    }
    this.#chunks[chunk] = fresh;
    this.#waste[chunk] = 0;
    return end;
  }

  #makeRoom(record: number): void {
    if (record < this.#lengths.length) return;
    let size = this.#lengths.length;
    while (size <= record) size *= 2;
    this.#chunkOf = grown(this.#chunkOf, new Uint16Array(size));
    this.#offsets = grown(this.#offsets, new Uint32Array(size));
    this.#lengths = grown(this.#lengths, new Uint16Array(size));
  }
}

function grown<Column extends Uint16Array | Uint32Array>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}
