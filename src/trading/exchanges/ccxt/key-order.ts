/** What keeps the requests of a key in order, however many accounts were opened with it: its queue, and its numbers. */
import type { Nonces } from "./gate-context.ts";
import { SenderQueue } from "./sender-queue.ts";

export class KeyOrder {
  readonly #takesOverlap: boolean;
  readonly #queues = new Map<string, SenderQueue>();
  readonly #nonces = new Map<string, Nonces>();

  constructor({ takesOverlap }: { readonly takesOverlap: boolean }) {
    this.#takesOverlap = takesOverlap;
  }

  queueOf(token: string): SenderQueue {
    const queue = this.#queues.get(token) ?? new SenderQueue({ takesOverlap: this.#takesOverlap });
    this.#queues.set(token, queue);
    return queue;
  }

  noncesOf(token: string): Nonces {
    const nonces = this.#nonces.get(token) ?? { last: 0 };
    this.#nonces.set(token, nonces);
    return nonces;
  }
}
