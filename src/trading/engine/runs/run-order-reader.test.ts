import { expect, test } from "vitest";
import type { KeptRunOrder, KnownOrder } from "../store-runs.ts";
import { RunOrderReader } from "./run-order-reader.ts";
import type { Runner } from "./runner.ts";
import type { Runners } from "./runners.ts";

const KNOWN: KnownOrder = { version: 1, checkedMs: null };

/** A run with this many orders, the last of which may still change. */
function runOf(id: number, count: number) {
  const ids = Array.from({ length: count }, (_, at) => id * 1_000 + at);
  const last = ids.at(-1) ?? 0;
  const pairs = (of: readonly number[]) => of.map((each) => [each, KNOWN] as const);
  const memory = {
    newest: new Map(pairs(ids)),
    known: () => pairs(ids),
    knownOf: (told: ReadonlySet<number>) => pairs([last, ...ids.filter((each) => told.has(each))]),
    put: () => true,
  };
  return { ids, last, runner: { kept: { id }, dueMs: Infinity, context: { memory } } as unknown as Runner };
}

test("orders that have ended are looked at in turn, and at once after a notification", async () => {
  const runs = [runOf(1, 300), runOf(2, 300), runOf(3, 300)];
  const lasts = runs.map(({ last }) => last);
  let asked: number[] = [];
  const journal = {
    readChanged: async (known: ReadonlyMap<number, KnownOrder>): Promise<KeptRunOrder[]> => {
      asked = [...known.keys()].toSorted((one, other) => one - other);
      return asked.includes(1_007) ? [{ terms: { id: 1_007, keyId: 5 } } as unknown as KeptRunOrder] : [];
    },
  };
  const runners = { all: () => runs.map(({ runner }) => runner) } as unknown as Runners;
  const reader = new RunOrderReader(journal, runners);
  await reader.read(1_000);
  expect(asked).toEqual([...(runs[0]?.ids ?? []), ...(runs[1]?.ids ?? []), lasts[2]]);
  expect([...(await reader.read(1_100))]).toEqual([]);
  expect(asked).toEqual(lasts);
  await reader.read(1_200);
  expect(asked).toEqual([lasts[0], lasts[1], ...(runs[2]?.ids ?? [])]);
  reader.note([1_007]);
  expect([...(await reader.read(1_210))]).toEqual([5]);
  expect(asked).toEqual([1_007, ...lasts]);
  expect(runs.map(({ runner }) => runner.dueMs)).toEqual([0, Infinity, Infinity]);
  await reader.read(1_400);
  expect(asked).toEqual([...(runs[0]?.ids ?? []), ...(runs[1]?.ids ?? []), lasts[2]]);
});
