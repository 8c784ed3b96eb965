/** The exchanges of the market, and how each of them does. */
import type { ExchangeHealth, ExchangeKind } from "../exchanges/index.ts";
import { ExchangeRecord } from "./core/exchange-record.ts";
import { priceSource, type PriceSource } from "./core/price-source.ts";
import type { ExchangeView } from "./view.ts";

export interface ExchangeFacts {
  readonly code: string;
  readonly name: string;
  readonly kind: ExchangeKind;
}

export class ExchangeTable {
  readonly #exchanges = new Map<string, { readonly facts: ExchangeFacts; readonly record: ExchangeRecord }>();

  /** The record of an exchange, which is made where there is none. */
  add({ code, name, kind }: ExchangeFacts, health: ExchangeHealth, nowMs: number): ExchangeRecord {
    const known = this.#exchanges.get(code);
    if (known) return known.record;
    const record = new ExchangeRecord(health, nowMs);
    this.#exchanges.set(code, { facts: { code, name, kind }, record });
    return record;
  }

  view(code: string, nowMs: number): ExchangeView | undefined {
    const known = this.#exchanges.get(code);
    if (!known) return undefined;
    const { name, kind } = known.facts;
    const { health, lastIssueMs, lastCheckedMs, latencyMs } = known.record;
    return { code, name, kind, health, lastIssueMs, lastCheckedMs, latencyMs, uptime: known.record.uptime(nowMs) };
  }

  views(nowMs: number): readonly ExchangeView[] {
    return [...this.#exchanges.keys()].flatMap((code) => this.view(code, nowMs) ?? []);
  }

  isSimulated(code: string): boolean {
    return this.#exchanges.get(code)?.facts.kind === "simulated";
  }

  /** Whose prices an exchange has. */
  sourceOf(code: string): PriceSource {
    return priceSource(this.#exchanges.get(code)?.facts ?? { code, kind: "live" });
  }

  /** Whether there is one that is not made up. */
  get hasReal(): boolean {
    return [...this.#exchanges.values()].some(({ facts }) => facts.kind !== "simulated");
  }
}
