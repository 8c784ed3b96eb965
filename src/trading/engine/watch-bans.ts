/**
 * Alerts users with open orders at an exchange that has banned this platform's address: until the ban ends, their orders
 * can be neither cancelled nor looked up here.
 */
import type { Log } from "../../kit/log/log.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { toMillis } from "../../kit/time/instant.ts";
import { MINUTE_MS } from "../../kit/time/spans.ts";
import type { Exchange } from "../exchanges/index.ts";

export interface BannedOrders {
  /** Alerts users who have open orders there and were not alerted within the last hour. Some at a time; answers how many. */
  alert(ban: { readonly exchange: string; readonly untilMs: number; readonly nowMs: number }): Promise<number>;
}

export interface BanWatchDeps {
  readonly exchanges: readonly Pick<Exchange, "code" | "bannedMs">[];
  readonly bannedOrders: BannedOrders;
  readonly clock: Clock;
  readonly log: Log;
}

const LOOK_MS = 1_000;
/** While a ban lasts, orders whose users were not alerted are looked for this often. */
const AGAIN_MS = MINUTE_MS;

export class BanWatch {
  readonly #deps: BanWatchDeps;
  readonly #ended = new AbortController();
  /** When users were last looked for, of the exchanges that have banned us. */
  readonly #askedMs = new Map<string, number>();
  #looking: Promise<void> | undefined;

  constructor(deps: BanWatchDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#deps.clock.every(LOOK_MS, () => (this.#looking = this.#look()), this.#ended.signal);
  }

  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { exchanges, bannedOrders, clock, log } = this.#deps;
    for (const { code, bannedMs } of exchanges) {
      const leftMs = bannedMs?.() ?? 0;
      if (leftMs === 0) this.#askedMs.delete(code);
      const nowMs = toMillis(clock.now());
      if (leftMs === 0 || nowMs - (this.#askedMs.get(code) ?? -Infinity) < AGAIN_MS) continue;
      this.#askedMs.set(code, nowMs);
      try {
        const ban = { exchange: code, untilMs: nowMs + leftMs, nowMs };
        while (!this.#ended.signal.aborted && (await bannedOrders.alert(ban)) > 0);
      } catch (error) {
        this.#askedMs.delete(code);
        log.warn({ exchange: code, err: error }, "the users of a banned exchange could not be alerted; tried again");
      }
    }
  }
}
