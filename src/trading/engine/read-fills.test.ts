import { expect, test } from "vitest";
import { silentLog } from "../../kit/log/log.ts";
import { ExchangeFailure, type Fill } from "../exchanges/index.ts";
import { readFills } from "./read-fills.ts";

const key = { keyId: 1 };

/** Trades at these times, from an exchange that answers this many at once, the oldest of a range first. */
function exchangeWith(times: readonly number[], cap: number) {
  const all = times.map((atMs, at) => ({ id: String(at), exchangeOrderId: "x", atMs }) as Fill);
  const asked: number[] = [];
  const account = {
    async fills(_: string, { sinceMs = 0, limit }: { readonly sinceMs?: number; readonly limit: number }) {
      asked.push(sinceMs);
      return all.filter(({ atMs }) => atMs >= sinceMs).slice(0, Math.min(cap, limit));
    },
  };
  return { account: account as unknown as Parameters<typeof readFills>[0]["account"], asked };
}

async function read(times: readonly number[], cap: number) {
  const { account, asked } = exchangeWith(times, cap);
  const taken = new Set<string>();
  const next = await readFills({ account, key, log: silentLog() }, "btcusdt", 10, async ({ id }) => void taken.add(id));
  return { next, taken: taken.size, asked };
}

const times = (count: number, atMs: number): number[] => Array.from({ length: count }, () => atMs);

test("every trade is read, however short the pages are", async () => {
  const all = Array.from({ length: 230 }, (_, at) => 100 + Math.floor(at / 3));
  expect(await read(all, 50)).toMatchObject({ next: undefined, taken: 230 });
  expect(await read([], 50)).toMatchObject({ next: undefined, taken: 0, asked: [10] });
});

test("many trades of one millisecond that a page holds are all of them", async () => {
  expect(await read(times(60, 100), 1_000)).toEqual({ next: undefined, taken: 60, asked: [10, 100, 101] });
  expect(await read([...times(60, 100), 101, 102], 1_000)).toMatchObject({ next: undefined, taken: 62 });
});

test.each([
  ["with later ones", [...times(60, 100), 101], 50],
  ["that are exactly as many as are asked for", times(1_200, 100), 1_000],
])("more trades of one millisecond than a page holds, %s, are not taken for all of them", async (_, all, cap) => {
  await expect(read(all, cap)).rejects.toThrow(ExchangeFailure);
});
