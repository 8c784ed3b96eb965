/** Whether the connections of an account's stream wait for the answer to a greeting: a login, or a subscription to everything. */
import type { CcxtClient } from "./library-client.ts";

/** What the library waits for under these names comes before the first word. */
const GREETING = /^(?:\d+$|auth)/;

export class Greetings {
  /** What the library has promised, and whether that was kept: it leaves some of these where it looks for what is open. */
  readonly #isSettled = new WeakMap<object, boolean>();

  /** Whether a connection was greeted and has answered, and words of the account are waited for. Known at the second look. */
  isAnswered({ isConnected, futures }: Pick<CcxtClient, "isConnected" | "futures">): boolean {
    const open = Object.entries(futures).filter(([, promised]) => this.#isOpen(promised));
    return isConnected === true && open.length > 0 && open.every(([name]) => !GREETING.test(name));
  }

  #isOpen(promised: unknown): boolean {
    if (!(promised instanceof Promise)) return true;
    const isSettled = this.#isSettled.get(promised);
    if (isSettled === undefined) {
      this.#isSettled.set(promised, false);
      const settle = (): void => void this.#isSettled.set(promised, true);
      promised.then(settle, settle);
    }
    return isSettled !== true;
  }
}
