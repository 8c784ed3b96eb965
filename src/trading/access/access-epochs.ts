/** Epochs of users, asked for by many requests at once and read together. */

/** The epochs of users that have one. A user whose rows have not changed since epochs exist has none. */
export type Epochs = ReadonlyMap<number, string>;

interface Batch {
  readonly uids: Set<number>;
  readonly read: Promise<Epochs>;
}

/**
 * Reads epochs with one query at a time. Requests that come while a query is in progress share the next one, so each
 * request gets an epoch that was read after it came. A busy process asks no more often than the database answers.
 */
export class AccessEpochs {
  readonly #readEpochs: (uids: readonly number[]) => Promise<Epochs>;
  /** The query that has not begun yet: it waits for the one before. */
  #next: Batch | undefined;
  #underWay: Promise<unknown> = Promise.resolve();

  constructor(readEpochs: (uids: readonly number[]) => Promise<Epochs>) {
    this.#readEpochs = readEpochs;
  }

  /** The epochs of a user and of its owner, in one text, read after this call. */
  async of(uid: number, ownerUid: number): Promise<string> {
    const batch = (this.#next ??= this.#begin());
    batch.uids.add(uid);
    batch.uids.add(ownerUid);
    const epochs = await batch.read;
    return stampOf(epochs.get(uid), epochs.get(ownerUid));
  }

  #begin(): Batch {
    const uids = new Set<number>();
    const read = this.#underWay.then(turn).then(() => {
      this.#next = undefined;
      return this.#readEpochs([...uids]);
    });
    // A query that fails fails its own requests, and not those after it.
    this.#underWay = read.catch(() => undefined);
    return { uids, read };
  }
}

/** The epochs of a user and of its owner as one text that can be compared. */
export function stampOf(epoch: string | null | undefined, ownerEpoch: string | null | undefined): string {
  return `${epoch ?? ""} ${ownerEpoch ?? ""}`;
}

/** Waits until all requests that have arrived with this one are read from their sockets. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
