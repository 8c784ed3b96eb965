/** Instances of the library with one key. Each serves one request at a time: it keeps what the request is about. */
import type { DirectOrders } from "./direct-orders.ts";
import type { GateContext } from "./gate-context.ts";
import type { CcxtExchange } from "./library.ts";

export interface PrivateInstance {
  readonly exchange: CcxtExchange;
  readonly context: GateContext;
  /** Where orders need not be sent and found through the library. */
  readonly direct: DirectOrders | undefined;
  close(): Promise<void>;
}

/**
 * Instances of the library that inherit from one, which asks for nothing itself: making that one takes milliseconds. What the library
 * learns of the key, in `options`, they have in common. They cannot stream: connections would be those of the first.
 */
export function likeOne(make: () => CcxtExchange): () => CcxtExchange {
  let one: CcxtExchange | undefined;
  return () => Object.create((one ??= make())) as CcxtExchange;
}

/** As many as requests were in progress at the same time; the one that was used last is used first. */
export class PrivateInstances {
  readonly #make: () => PrivateInstance;
  readonly #all: PrivateInstance[] = [];
  readonly #idle: PrivateInstance[] = [];
  #isClosed = false;

  constructor(make: () => PrivateInstance) {
    this.#make = make;
  }

  /** Lends one for a request. */
  async using<T>(request: (instance: PrivateInstance) => Promise<T>): Promise<T> {
    const instance = this.#idle.pop() ?? this.#another();
    try {
      return await request(instance);
    } finally {
      if (this.#isClosed) await instance.close();
      else this.#idle.push(instance);
    }
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#all.map((instance) => instance.close()));
  }

  #another(): PrivateInstance {
    const made = this.#make();
    this.#all.push(made);
    return made;
  }
}
