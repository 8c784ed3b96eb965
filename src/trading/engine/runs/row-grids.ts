/** Ticks and steps of a run's rows. An exchange may change those of a market while orders are open. */
import { floorDivide } from "../../../kit/money/fine.ts";
import { marketGrid, type RowSettings } from "../../algorithms/index.ts";
import type { Market } from "../../exchanges/index.ts";
import type { Triggers } from "./held-stops.ts";
import type { Playbook } from "./playbook.ts";

type Rows = Pick<Playbook, "settings" | "listings">;
type ChangeableRow = { -readonly [Key in keyof RowSettings]: RowSettings[Key] };

/** What the ticks of a stored trigger were worth is stored beside it under the row's number and this. */
const TICK = "/tick";

/** Gives rows the grids of their markets as these are now. */
export class RowGrids {
  /** By row, the market as it was last looked at. */
  readonly #seen = new Map<number, Market>();

  /** Held stops stay at their prices. Called for each look at a run: it compares references. */
  follow({ settings, listings }: Rows, triggers: Triggers): void {
    for (const row of settings.rows as readonly ChangeableRow[]) {
      const market = listings[row.row]?.market;
      if (!market || this.#seen.get(row.row) === market) continue;
      this.#seen.set(row.row, market);
      const grid = marketGrid(market);
      if (!grid) continue;
      const ticks = triggers.get(row.row);
      if (ticks !== undefined) triggers.set(row.row, inTicks(ticks * row.grid.tick, grid.tick));
      row.grid = grid;
    }
  }
}

/** Triggers as they are stored: in ticks, and what a tick is worth. Earlier versions stored the ticks alone. */
export function storedTriggers(
  { settings }: Pick<Rows, "settings">,
  triggers: Triggers,
  without: ReadonlySet<number>,
): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const [at, ticks] of triggers) {
    if (without.has(at)) continue;
    kept[String(at)] = String(ticks);
    const tick = settings.rows[at]?.grid.tick;
    if (tick !== undefined) kept[`${at}${TICK}`] = String(tick);
  }
  return kept;
}

/** Triggers in ticks of their rows, whatever ticks they were stored in. */
export function triggersFrom({ settings }: Pick<Rows, "settings">, stored: Readonly<Record<string, string>>): Triggers {
  const triggers: Triggers = new Map();
  for (const { row, grid } of settings.rows) {
    const ticks = stored[String(row)];
    const tick = BigInt(stored[`${row}${TICK}`] ?? grid.tick);
    if (ticks !== undefined) triggers.set(row, inTicks(BigInt(ticks) * tick, grid.tick));
  }
  return triggers;
}

function inTicks(price: bigint, tick: bigint): bigint {
  return floorDivide(price, tick);
}
