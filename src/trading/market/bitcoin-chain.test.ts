import { expect, test } from "vitest";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { silentLog } from "../../kit/log/log.ts";
import { BitcoinChain, type ChainTip } from "./bitcoin-chain.ts";

function chainWith(answer: () => Promise<ChainTip>) {
  const clock = manualClock();
  let asked = 0;
  const source = {
    tip: () => {
      asked += 1;
      return answer();
    },
  };
  return { clock, chain: new BitcoinChain({ source, clock, log: silentLog() }), asked: () => asked };
}

test("nothing is known without a source", async () => {
  const chain = new BitcoinChain({ source: undefined, clock: manualClock(), log: silentLog() });
  expect(await chain.tip()).toBeUndefined();
});

test("many who ask cause one question a minute", async () => {
  let height = 7;
  const { chain, clock, asked } = chainWith(async () => ({ height: height++ }));
  expect(await Promise.all([1, 2, 3].map(() => chain.tip()))).toEqual([1, 2, 3].map(() => ({ height: 7 })));
  await clock.advance(59_000);
  expect(await chain.tip()).toEqual({ height: 7 });
  expect(asked()).toBe(1);
  await clock.advance(1_000);
  expect(await chain.tip()).toEqual({ height: 8 });
  expect(asked()).toBe(2);
});

test("while the source fails, the last answer holds for six hours", async () => {
  let fails = false;
  const { chain, clock } = chainWith(async () => {
    if (fails) throw new Error("gone");
    return { height: 7, difficulty: 3 };
  });
  expect(await chain.tip()).toEqual({ height: 7, difficulty: 3 });
  fails = true;
  await clock.advance(5 * 3_600_000);
  expect(await chain.tip()).toEqual({ height: 7, difficulty: 3 });
  await clock.advance(3_600_000);
  expect(await chain.tip()).toBeUndefined();
});

test("a source that hangs delays no request", async () => {
  const { chain, clock } = chainWith(() => new Promise(() => undefined));
  const waiting = chain.tip();
  await clock.advance(2_000);
  expect(await waiting).toBeUndefined();
});
