/**
 * What one connection still has to be sent: the channels that have news, never the news themselves. However slow the
 * other side reads, a channel waits at most once, and what is sent in the end is the newest.
 *
 * Messages of a subscription are numbered from 1, the snapshot, without gaps. News that were overtaken by newer ones
 * before they could be sent use up no number: a gap always means that something was lost on the way.
 */

/** Something that can be followed. */
export interface Source {
  readonly name: string;
  /** Grows with everything new. */
  readonly version: number;
}

export interface Subscription<Followed extends Source> {
  readonly source: Followed;
  /** Number of the last message that was sent; 0 before the snapshot. */
  readonly sequence: number;
  /** The source's version when that was; -1 before the snapshot. */
  readonly version: number;
}

interface Kept<Followed extends Source> extends Subscription<Followed> {
  sequence: number;
  version: number;
}

export interface OutboxOptions<Followed extends Source> {
  /** Sends what is newest. The subscription's `sequence` is the number of this message, `since` what was sent before. */
  readonly deliver: (subscription: Subscription<Followed>, since: number) => void;
  /** Least time between two rounds of news, in milliseconds. Snapshots do not wait. 0 for none. */
  readonly paceMs: number;
}

export class Outbox<Followed extends Source> {
  readonly #deliver: OutboxOptions<Followed>["deliver"];
  #paceMs: number;
  readonly #followed = new Map<string, Kept<Followed>>();
  /** Wait for their snapshot. */
  readonly #fresh = new Set<Kept<Followed>>();
  /** Have news. The longest wait goes first. */
  readonly #changed = new Set<Kept<Followed>>();
  #nextRoundMs = 0;
  #skipped = 0;

  constructor({ deliver, paceMs }: OutboxOptions<Followed>) {
    this.#deliver = deliver;
    this.#paceMs = paceMs;
  }

  /** How many channels are followed. */
  get size(): number {
    return this.#followed.size;
  }

  /** How many channels have something to send; never more than are followed. */
  get waiting(): number {
    return this.#fresh.size + this.#changed.size;
  }

  /** News that were overtaken by newer ones before they could be sent. */
  get skipped(): number {
    return this.#skipped;
  }

  set paceMs(paceMs: number) {
    this.#paceMs = paceMs;
    this.#nextRoundMs = 0;
  }

  /** Follows from the start: a snapshot is sent, also where the source was followed before. */
  follow(source: Followed): Subscription<Followed> {
    this.unfollow(source.name);
    const subscription = { source, sequence: 0, version: -1 };
    this.#followed.set(source.name, subscription);
    this.#fresh.add(subscription);
    return subscription;
  }

  /** The subscription under this name until now. */
  unfollow(name: string): Subscription<Followed> | undefined {
    const subscription = this.#followed.get(name);
    if (!subscription) return undefined;
    this.#followed.delete(name);
    this.#fresh.delete(subscription);
    this.#changed.delete(subscription);
    return subscription;
  }

  /** Everything that is followed. */
  all(): IterableIterator<Subscription<Followed>> {
    return this.#followed.values();
  }

  /** Notes that a source has news. */
  changed(subscription: Subscription<Followed>): void {
    const kept = subscription as Kept<Followed>;
    if (this.#followed.get(kept.source.name) !== kept) return;
    if (this.#fresh.has(kept)) return;
    if (this.#changed.has(kept)) this.#skipped++;
    else this.#changed.add(kept);
  }

  /** Whether `pump` would send something now. */
  isDue(nowMs: number): boolean {
    return this.#fresh.size > 0 || (this.#changed.size > 0 && nowMs >= this.#nextRoundMs);
  }

  /** Sends what waits, as long as the other side is ready: a snapshot and news in turn, the longest wait first. */
  pump(nowMs: number, isReady: () => boolean): void {
    const isRound = nowMs >= this.#nextRoundMs;
    for (;;) {
      if (this.#fresh.size > 0 && isReady()) this.#send(this.#fresh);
      const news = isRound && this.#changed.size > 0;
      if (news && isReady()) {
        if (this.#paceMs > 0) this.#nextRoundMs = nowMs + this.#paceMs;
        this.#send(this.#changed);
      }
      if ((this.#fresh.size === 0 && !(isRound && this.#changed.size > 0)) || !isReady()) return;
    }
  }

  #send(waiting: Set<Kept<Followed>>): void {
    const [first] = waiting;
    if (!first) return;
    waiting.delete(first);
    const since = first.version;
    // It may have been sent with earlier news already.
    if (since === first.source.version) return;
    first.version = first.source.version;
    first.sequence++;
    this.#deliver(first, since);
  }
}
