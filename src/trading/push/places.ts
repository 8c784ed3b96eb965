/** How many sockets are open, in all and of each address: of IPv6, of each network of 64 bits. */
import type { AppError } from "../../kit/errors/catalogue.ts";
import { networkOf } from "../../kit/limits/network-of.ts";
import { pushErrors } from "./errors.ts";

export class Places {
  readonly #most: number;
  readonly #mostOfAddress: number;
  readonly #ofNetwork = new Map<string, number>();
  #taken = 0;

  constructor(most: number, mostOfAddress: number) {
    this.#most = most;
    this.#mostOfAddress = mostOfAddress;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Why connections from this address are refused now; undefined when they are allowed. */
  refusal(address: string): AppError | undefined {
    const limit = this.#mostOfAddress;
    if (this.#taken >= this.#most) return pushErrors.full();
    return (this.#ofNetwork.get(networkOf(address)) ?? 0) >= limit
      ? pushErrors.tooManyConnections({ limit })
      : undefined;
  }

  /** Takes a place, whether there is one or not. Answers what gives it back, once. */
  take(address: string): () => void {
    const network = networkOf(address);
    this.#taken++;
    this.#ofNetwork.set(network, (this.#ofNetwork.get(network) ?? 0) + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#taken--;
      const left = (this.#ofNetwork.get(network) ?? 1) - 1;
      if (left === 0) this.#ofNetwork.delete(network);
      else this.#ofNetwork.set(network, left);
    };
  }
}
