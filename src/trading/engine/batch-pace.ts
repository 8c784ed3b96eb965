/**
 * Keeps orders of a batch apart as they really leave: each waits until the one before has left, and then for what its
 * interval lacks. The planned pace is not enough, because money and a claim may take long before the first.
 */

export interface BatchTurn {
  /** When the one before left; 0 where it did not, and for the first. */
  readonly before: Promise<number>;
  /** The order has left at this moment, or never will: undefined. To be called once at least; later calls change nothing. */
  readonly left: (atMs: number | undefined) => void;
}

export class BatchPace {
  readonly #last = new Map<number, Promise<number>>();

  /** Lines an order up behind those of its batch that came before. */
  enter(batchId: number): BatchTurn {
    const before = this.#last.get(batchId) ?? Promise.resolve(0);
    let told: (atMs: number) => void = () => undefined;
    const own = new Promise<number>((resolve) => (told = resolve));
    this.#last.set(
      batchId,
      Promise.all([before, own]).then(([earlier, atMs]) => Math.max(earlier, atMs)),
    );
    return { before, left: (atMs) => told(atMs ?? 0) };
  }

  /** Forgets batches that no order is expected of any more. */
  keep(batchIds: ReadonlySet<number>): void {
    for (const batchId of this.#last.keys()) if (!batchIds.has(batchId)) this.#last.delete(batchId);
  }
}
