import { expect, test } from "vitest";
import type { Duties, DutyOrder } from "../core/duties.ts";
import { DutyRetries } from "./duty-retries.ts";

const order: DutyOrder = {
  kind: "hedge",
  row: 1,
  slice: 1,
  attempt: 0,
  amount: 5n,
  price: undefined,
  side: undefined,
  leg: "1",
  lacking: 5n,
  notBeforeMs: 0,
};
const duties: Duties = { orders: [order], isOwed: true, failed: new Map() };

test("what could not be stored is tried later and later, and its leg is given up in the end", () => {
  const retries = new DutyRetries();
  const waits: number[] = [];
  let nowMs = 0;
  let triedMs: number | undefined;
  while (retries.givenUp.size === 0) {
    if (retries.due(duties, nowMs).orders.length > 0) {
      if (triedMs !== undefined) waits.push(nowMs - triedMs);
      triedMs = nowMs;
      retries.note(order, false, nowMs);
    }
    nowMs += 1_000;
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect([...retries.givenUp]).toEqual(["1"]);
  // The way back is tried likewise. When it fails too, the leg has failed.
  const back: DutyOrder = { ...order, kind: "unwind", row: 0, amount: 7n };
  const owed = { ...duties, orders: [back] };
  for (let tries = 0; tries < 8; tries++) {
    expect(retries.due(owed, nowMs)).toEqual(owed);
    retries.note(back, false, nowMs);
    expect(retries.due(owed, nowMs).orders).toEqual([]);
    nowMs += 30_000;
  }
  expect(retries.due(owed, nowMs)).toEqual({ orders: [], isOwed: true, failed: new Map([["1", 5n]]) });
  retries.clear();
  expect([...retries.givenUp]).toEqual([]);
  expect(retries.due(duties, nowMs)).toEqual(duties);
});

test("a try that was stored counts no more, and one leg holds up no other", () => {
  const retries = new DutyRetries();
  const other = { ...order, row: 2, leg: "2" };
  retries.note(order, false, 0);
  expect(retries.due({ ...duties, orders: [order, other] }, 0).orders).toEqual([other]);
  retries.note(order, true, 0);
  expect(retries.due(duties, 0).orders).toEqual([order]);
});
