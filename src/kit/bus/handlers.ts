/** The listeners of each topic on this node: the part that every kind of bus shares. */
import type { Log } from "../log/log.ts";
import type { BusHandler } from "./bus.ts";

/** One `subscribe`: the same function may be subscribed twice and is then called twice. */
interface Subscription {
  readonly handler: BusHandler;
}

export class Handlers {
  readonly #byTopic = new Map<string, Set<Subscription>>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Adds a handler; answers a function that removes it and says whether it was the topic's last one. */
  add(topic: string, handler: BusHandler): () => boolean {
    const subscription: Subscription = { handler };
    const subscriptions = this.#byTopic.get(topic) ?? new Set();
    this.#byTopic.set(topic, subscriptions.add(subscription));
    return () => {
      const wasThere = subscriptions.delete(subscription);
      const isLast = wasThere && subscriptions.size === 0 && this.#byTopic.get(topic) === subscriptions;
      if (isLast) this.#byTopic.delete(topic);
      return isLast;
    };
  }

  has(topic: string): boolean {
    return this.#byTopic.has(topic);
  }

  /** Calls every handler of the topic. A failure of one is logged and does not affect others. */
  deliver(topic: string, message: string): void {
    for (const { handler } of this.#byTopic.get(topic) ?? []) {
      try {
        handler(message);
      } catch (error) {
        this.#log.error({ err: error, topic }, "a listener of the bus failed");
      }
    }
  }

  clear(): void {
    for (const subscriptions of this.#byTopic.values()) subscriptions.clear();
    this.#byTopic.clear();
  }
}
