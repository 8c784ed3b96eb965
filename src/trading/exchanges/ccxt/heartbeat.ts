import type { Clock } from "../../../kit/time/clock.ts";
import type { MarketCatalog } from "./catalog.ts";
import type { ClockSync } from "./clock-sync.ts";
import type { ExchangeGate } from "./gate.ts";
import type { CcxtExchange } from "./library.ts";

const BEAT_MS = 10_000;

export interface HeartbeatDeps {
  readonly clock: Clock;
  readonly gate: ExchangeGate;
  readonly catalog: MarketCatalog;
  readonly clockSync: ClockSync;
  /** For looking whether the exchange is there. */
  readonly probe: CcxtExchange;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** Looks now and then whether an exchange that is not well has recovered, and keeps its markets and its time up to date. */
export class Heartbeat {
  readonly #deps: HeartbeatDeps;
  #hasBegun = false;

  constructor(deps: HeartbeatDeps) {
    this.#deps = deps;
  }

  /** From the first use on, also by an account. */
  begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    const { clock, signal } = this.#deps;
    clock.every(BEAT_MS, () => this.#beat(), signal);
  }

  /** Asks for something that is cheap. */
  async ask(): Promise<void> {
    const { probe, catalog } = this.#deps;
    if (probe.has["fetchTime"] === true) await probe.fetchTime();
    else if (probe.has["fetchStatus"] === true) await probe.fetchStatus();
    else {
      await catalog.ensure();
      catalog.share(probe);
      await probe.fetchTicker(Object.keys(probe.markets ?? {})[0] ?? "");
    }
  }

  /** Each look on its own: markets that cannot be read keep the exchange's time and health from nothing. */
  async #beat(): Promise<void> {
    const { catalog, clockSync } = this.#deps;
    for (const look of [() => catalog.keep(), () => clockSync.keep(), () => this.#lookAtHealth()]) {
      // It is tried with the next beat. The gate has taken note of it.
      await look().catch(() => {});
    }
  }

  async #lookAtHealth(): Promise<void> {
    const { gate, probe } = this.#deps;
    if (gate.health.state === "ok") return;
    if (probe.has["fetchStatus"] !== true) return await this.ask();
    const { status } = await probe.fetchStatus();
    gate.told(status === "maintenance" || status === "shutdown");
  }
}
