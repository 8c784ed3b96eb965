import { expect, test } from "vitest";
import { persistentSocket } from "../../../test/support/persistent-socket.ts";
import { eventually, pushWorld } from "../../../test/support/push-world.ts";
import { scriptedMarket } from "../../../test/support/scripted-market.ts";
import { socketIoFollower } from "../../../test/support/socket-io-follower.ts";

const SYMBOLS = Array.from({ length: 50 }, (_, at) => `simalpha-c${at}usdt`);
const TAGS = SYMBOLS.map((code) => `asks/${code}-1`);

test("clients of all protocols follow fifty markets through a restart of the server", async () => {
  const market = scriptedMarket();
  market.list(...SYMBOLS);
  const setAll = (price: number): void => {
    for (const code of SYMBOLS) market.setTop(code, { ask: [price, 1] });
  };
  setAll(1);
  const before = await pushWorld({ market });
  const { port } = before;
  const [older, newer, plain] = [socketIoFollower(2, port), socketIoFollower(4, port), persistentSocket(port, TAGS)];
  for (const one of [older, newer]) {
    one.onConnect(() => {
      for (const tag of TAGS) one.emit("message", { subscribe: tag });
    });
  }
  const prices = (): (number | undefined)[] =>
    [older, newer, plain].flatMap((one) => TAGS.map((tag) => (one.newest(tag) as number[] | undefined)?.[0]));
  const all = (price: number): number[] => Array.from({ length: 150 }, () => price);

  await eventually(prices).toEqual(all(1));
  setAll(2);
  await eventually(prices).toEqual(all(2));
  await before.stop();
  expect(market.listeners).toEqual({ top: 0, trade: 0, depth: 0 });
  setAll(3);
  await pushWorld({ market, port });
  await eventually(prices).toEqual(all(3));
  setAll(4);
  await eventually(prices).toEqual(all(4));
  const numbers = plain.sessions
    .at(-1)
    ?.filter(({ channel }) => channel === TAGS[0])
    .map(({ seq }) => seq);
  expect(numbers).toEqual([1, 2]);
});
