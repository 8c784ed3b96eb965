/** What is asked of orders is begun once, however slowly it is stored as done. */
import { expect, test } from "vitest";
import { createdOrder } from "../../../test/support/journal-events.ts";
import { silentLog } from "../../kit/log/log.ts";
import { parseFine } from "../../kit/money/fine.ts";
import { KeyBook } from "./key-book.ts";
import { KeySchedule } from "./schedule-orders.ts";
import type { SendContext } from "./send-context.ts";
import type { CommandDone, KeptOrder } from "./store.ts";

const NOW_MS = 1_700_000_000_000;

/** An order that its exchange has, of which something is asked. */
function asked(id: number, terms: Partial<KeptOrder["terms"]>): KeptOrder {
  const order = createdOrder(`ab${id}`, parseFine("1") ?? 0n);
  const kept = {
    terms: {
      id,
      keyId: 1,
      batchId: null,
      marketId: "btcusdt",
      createdMs: NOW_MS,
      sendAtMs: NOW_MS,
      cancelAskedMs: null,
      checkAskedMs: null,
      withheldAskedMs: null,
      ...terms,
    },
    order: { ...order, state: "open", exchangeOrderId: `E${id}`, wasSeen: true },
    version: 1,
    claimedFence: 1,
    handedMs: NOW_MS,
    cost: "0",
    worth: 0n,
    why: "",
    isDeferred: false,
  };
  return kept as unknown as KeptOrder;
}

/** A sender with a database that never tells that a command is stored as done, and an exchange that answers no check. */
function world() {
  const time = { commands: [] as readonly KeptOrder[] };
  const done: CommandDone[] = [];
  const wanted: number[] = [];
  const store = { isSlow: true };
  const book = new KeyBook({
    keyId: 1,
    log: silentLog(),
    nowMs: () => NOW_MS,
    write: async (changes) => void wanted.push(...changes.map(({ id }) => id)),
    onBroken: (error) => {
      throw error;
    },
    onEffects: () => {},
  });
  const journal = {
    listCommands: async () => time.commands,
    commandsDone: (_: number, __: number, commands: readonly CommandDone[]) => {
      done.push(...commands);
      return store.isSlow ? new Promise<void>(() => undefined) : Promise.resolve();
    },
  };
  let checks = 0;
  const account = {
    find: () => {
      checks++;
      return new Promise<undefined>(() => undefined);
    },
  };
  const hold = { isHeld: () => true, fence: 1, signal: new AbortController().signal };
  const context = { book, journal, account, hold, key: { keyId: 1 }, nowMs: () => NOW_MS, left: new Set(), funds: {} };
  const schedule = new KeySchedule(context as unknown as SendContext, (work) => void work.catch(() => undefined));
  const poll = async (commands: readonly KeptOrder[]): Promise<void> => {
    time.commands = commands;
    await schedule.takeCommands();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { poll, store, done, wanted, checks: () => checks };
}

test("cancels that a slow database has not stored as done are not stored again with each look", async () => {
  const { poll, done, wanted } = world();
  const commands = [1, 2, 3].map((id) => asked(id, { cancelAskedMs: NOW_MS }));
  for (let look = 0; look < 5; look++) await poll(commands);
  expect(wanted).toEqual([1, 2, 3]);
  expect(done.map(({ id }) => id)).toEqual([1, 2, 3]);
});

test("a cancel that is asked for during a check does not wait for the check", async () => {
  const { poll, done, wanted, checks } = world();
  await poll([asked(1, { checkAskedMs: NOW_MS })]);
  await poll([asked(1, { checkAskedMs: NOW_MS })]);
  expect([checks(), wanted]).toEqual([1, []]);
  await poll([asked(1, { checkAskedMs: NOW_MS, cancelAskedMs: NOW_MS + 1 })]);
  expect(wanted).toEqual([1]);
  expect(done).toMatchObject([{ id: 1, cancelAskedMs: NOW_MS + 1, checkedMs: null }]);
});

test("what is asked again after it was done is done again", async () => {
  const { poll, store, done } = world();
  store.isSlow = false;
  await poll([asked(1, { cancelAskedMs: NOW_MS })]);
  await poll([asked(1, { cancelAskedMs: NOW_MS })]);
  expect(done.map(({ id }) => id)).toEqual([1, 1]);
});
