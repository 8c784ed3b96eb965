/** The cost of evaluating conditions, on the books of a market as runs read them. */
import { silentLog } from "../../src/kit/log/log.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { ConditionSet } from "../../src/trading/algorithms/index.ts";
import type { Formula } from "../../src/trading/algorithms/core/formula.ts";
import { RunView, type RunViewParts } from "../../src/trading/engine/runs/run-view.ts";
import { liveMarket } from "../../src/trading/market/index.ts";
import { marketOf, ScriptedExchange } from "../../test/support/scripted-exchange.ts";
import { rest, row, type Print } from "../market/rows.ts";

const MARKETS = 100;
const ROUNDS = 20_000;
const WARM_ROUNDS = 5_000;
const LEVELS = 20;

export async function run(print: Print): Promise<void> {
  const exchange = new ScriptedExchange(
    "bench",
    Array.from({ length: MARKETS }, (_, at) => marketOf(`C${at}/USDT`)),
  );
  const market = liveMarket({ exchanges: [exchange], clock: systemClock(), log: silentLog(), pairs: "all" });
  await market.start();
  while (exchange.watched === undefined) await pause();
  const tellAll = (): void => {
    for (const { id } of exchange.listed) {
      const levels = Array.from({ length: LEVELS }, (_, away) => away + 1);
      const bids = levels.flatMap((away) => [100 - away / 100, 1 + away]);
      const asks = levels.flatMap((away) => [100 + away / 100, 1 + away]);
      exchange.says.book(id, { bids, asks, sequence: 0, atMs: Date.now() });
    }
  };
  tellAll();
  const codes = market.view.listings().map(({ code }) => code);
  while (!market.view.listings().every((each) => market.view.top(each).state === "live")) await pause();
  // Prices in their own currency, at once: nothing else of the run is read.
  const view = new RunView({ market: market.view } as RunViewParts);
  const spreads = codes.map((code, at) => new ConditionSet([spread(code, codes[(at + 1) % MARKETS] ?? code)]));
  const several = codes.map(
    (code, at) => new ConditionSet([spread(code, codes[(at + 1) % MARKETS] ?? code), price(code), imbalance(code)]),
  );
  const shown = (sets: readonly ConditionSet[]): string => {
    // Old books are not traded by.
    tellAll();
    return `${measure(sets, view).toFixed(2)} us`;
  };
  await rest();
  print(row("a spread condition, evaluated", shown(spreads), "goal under 2 us"));
  await rest();
  print(row("three conditions, evaluated", shown(several), ""));
  await market.stop();
}

/** Microseconds of the processor for one set, all of whose conditions hold. */
function measure(sets: readonly ConditionSet[], view: RunView): number {
  view.nowMs = Date.now();
  const evaluateAll = (rounds: number): number => {
    let held = 0;
    for (let round = 0; round < rounds; round++) {
      view.nowMs++;
      for (const set of sets) if (set.evaluate(view, view.nowMs)) held++;
    }
    return held;
  };
  evaluateAll(WARM_ROUNDS);
  const began = process.cpuUsage();
  const held = evaluateAll(ROUNDS);
  const { user, system } = process.cpuUsage(began);
  const [first] = sets[0]?.conditions.filter((each) => !each.isTrue) ?? [];
  if (held !== ROUNDS * sets.length) throw new Error(`${first?.name} does not hold: ${first?.unknown ?? first?.left}`);
  return (user + system) / held;
}

const COMMON = { level1: 1, level2: 1, side1: "asks", side2: "bids", join: "and", convertTo: "" } as const;

function formula(metric: Formula["metric"], relation: Formula["relation"]): Formula {
  return { metric, indicator: undefined, relation, operand: "input_number", count: undefined };
}

function spread(code: string, other: string) {
  return { ...COMMON, formula: formula("spread", "less_than"), codes: [code, other], values: [1] };
}

function price(code: string) {
  return { ...COMMON, formula: formula("price_ask", "greater_than"), codes: [code], values: [1] };
}

function imbalance(code: string) {
  return { ...COMMON, formula: formula("book_imbalance", "less_than"), codes: [code], values: [0.9] };
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 10));
}
