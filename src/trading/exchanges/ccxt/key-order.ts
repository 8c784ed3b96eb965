/** What keeps the requests of a key in order, however many accounts were opened with it: its queue, and its pace. */
import { newPace, type KeyPace } from "./gate-context.ts";
import { SenderQueue } from "./sender-queue.ts";

export class KeyOrder {
  readonly #takesOverlap: boolean;
  readonly #queues = new Map<string, SenderQueue>();
  readonly #paces = new Map<string, KeyPace>();

  constructor({ takesOverlap }: { readonly takesOverlap: boolean }) {
    this.#takesOverlap = takesOverlap;
  }

  queueOf(token: string): SenderQueue {
    const queue = this.#queues.get(token) ?? new SenderQueue({ takesOverlap: this.#takesOverlap });
    this.#queues.set(token, queue);
    return queue;
  }

  paceOf(token: string): KeyPace {
    const pace = this.#paces.get(token) ?? newPace();
    this.#paces.set(token, pace);
    return pace;
  }
}
