/** Names that came since the last segment was made, in the order of their coming: appended, and read one by one. */
import { compareRecords, MAX_NAME_RECORD_BYTES, writeRecord, type NameKind, type NameStore } from "./name-records.ts";

/** A growing list of names. Its arrays are replaced when they grow, so read them again for each search. */
export class PendingNames implements NameStore {
  arena: Uint8Array = new Uint8Array(MAX_NAME_RECORD_BYTES);
  offsets: Uint32Array = new Uint32Array(17);
  subjects: Uint32Array = new Uint32Array(16);
  #removed = new Uint8Array(16);
  #count = 0;
  #live = 0;

  /** How many names came, removed ones included. */
  get count(): number {
    return this.#count;
  }

  /** How many of them are not removed. */
  get live(): number {
    return this.#live;
  }

  /** Bytes of memory it takes. */
  get byteLength(): number {
    return this.arena.byteLength + this.offsets.byteLength + this.subjects.byteLength + this.#removed.byteLength;
  }

  /** Whether the name is removed. */
  isRemoved(entry: number): boolean {
    return this.#removed[entry] === 1;
  }

  /** Appends a (cut) name. */
  add(subject: number, kind: NameKind, raw: string): void {
    const entry = this.#count;
    const at = this.offsets[entry] as number;
    if (entry === this.subjects.length) this.#growEntries(entry * 2);
    if (at + MAX_NAME_RECORD_BYTES > this.arena.length) this.arena = copied(this.arena, new Uint8Array(at * 2 + 4096));
    this.subjects[entry] = subject;
    this.offsets[entry + 1] = writeRecord(this.arena, at, kind, raw);
    this.#count += 1;
    this.#live += 1;
  }

  /** The entry that is the same name as `entry` of `store` and not removed, or -1. */
  find(store: NameStore, entry: number): number {
    const subject = store.subjects[entry] as number;
    for (let own = 0; own < this.#count; own++) {
      if (this.subjects[own] === subject && !this.isRemoved(own) && compareRecords(this, own, store, entry) === 0) {
        return own;
      }
    }
    return -1;
  }

  /** Marks a name as removed. */
  remove(entry: number): void {
    if (this.#removed[entry] === 1) return;
    this.#removed[entry] = 1;
    this.#live -= 1;
  }

  #growEntries(size: number): void {
    this.subjects = copied(this.subjects, new Uint32Array(size));
    this.offsets = copied(this.offsets, new Uint32Array(size + 1));
    this.#removed = copied(this.#removed, new Uint8Array(size));
  }
}

function copied<Numbers extends Uint8Array | Uint32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
