/** How much a row may trade that only reduces (`reduce_only`): what its run holds of a currency, or has sold of it. */
import type { RowSettings } from "../../algorithms/index.ts";
import type { RunMemory } from "./run-memory.ts";

type Side = "buy" | "sell";

/** Why a row that only reduces sends nothing. */
export const NOTHING_TO_REDUCE = "nothing_to_reduce";

/** The orders that are decided together: each counts for those after it. */
export class Reducing {
  readonly #memory: Pick<RunMemory, "orders" | "playbook">;
  /** By side and currency, base units of 1e-18. */
  readonly #decided = new Map<string, bigint>();

  constructor(memory: Pick<RunMemory, "orders" | "playbook">) {
    this.#memory = memory;
  }

  /**
   * The most that a row may trade, base units of 1e-18: the run's position, less what open orders of this side may still
   * take of it. Undefined for a row that may open a position.
   */
  most({ row, reduceOnly }: Pick<RowSettings, "row" | "reduceOnly">, side: Side): bigint | undefined {
    if (!reduceOnly) return undefined;
    const { orders, playbook } = this.#memory;
    const base = this.#baseOf(row);
    const rows = playbook.settings.rows.filter((each) => this.#baseOf(each.row) === base);
    const held = rows.reduce((sum, each) => sum + orders.sums(each.row).held, 0n);
    const open = orders.open
      .filter((each) => each.side === side && each.amount > each.filled && this.#baseOf(each.row) === base)
      .reduce((sum, { amount, filled }) => sum + amount - filled, 0n);
    const left = (side === "sell" ? held : -held) - open - (this.#decided.get(`${side} ${base}`) ?? 0n);
    return left > 0n ? left : 0n;
  }

  /** An order that is sent with those that are asked for next. */
  add({ row }: Pick<RowSettings, "row">, side: Side, amount: bigint): void {
    const name = `${side} ${this.#baseOf(row)}`;
    this.#decided.set(name, (this.#decided.get(name) ?? 0n) + amount);
  }

  #baseOf(row: number): string {
    return this.#memory.playbook.listings[row]?.market.base ?? "";
  }
}
