/** How many sockets are open, in all and of each address. */
import type { AppError } from "../../kit/errors/catalogue.ts";
import { pushErrors } from "./errors.ts";

export class Places {
  readonly #most: number;
  readonly #mostOfAddress: number;
  readonly #ofAddress = new Map<string, number>();
  #taken = 0;

  constructor(most: number, mostOfAddress: number) {
    this.#most = most;
    this.#mostOfAddress = mostOfAddress;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Why nobody may come from this address now; undefined when somebody may. */
  refusal(address: string): AppError | undefined {
    const limit = this.#mostOfAddress;
    if (this.#taken >= this.#most) return pushErrors.full();
    return (this.#ofAddress.get(address) ?? 0) >= limit ? pushErrors.tooManyConnections({ limit }) : undefined;
  }

  /** Takes a place, whether there is one or not. Answers what gives it back, once. */
  take(address: string): () => void {
    this.#taken++;
    this.#ofAddress.set(address, (this.#ofAddress.get(address) ?? 0) + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#taken--;
      const left = (this.#ofAddress.get(address) ?? 1) - 1;
      if (left === 0) this.#ofAddress.delete(address);
      else this.#ofAddress.set(address, left);
    };
  }
}
