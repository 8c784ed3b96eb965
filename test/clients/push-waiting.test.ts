/** What the TypeScript client keeps of the push for a reader that is slower than the market. */
import { describe, expect, test } from "vitest";
import { Waiting, type PushMessage } from "../../clients/typescript/src/push-channels.ts";

describe("messages that wait for a slow reader", () => {
  const message = (channel: string, seq: number, data: unknown) => ({ channel, seq, ms: seq, data }) as PushMessage;

  test("are the newest of each channel, in the order of their channels", () => {
    const waiting = new Waiting();
    waiting.put(message("asks/a-b-1", 1, [1, 1, 1]));
    waiting.put(message("arbitrage", 1, { p: null, s: [] }));
    waiting.put(message("asks/a-b-1", 2, [2, 1, 1]));
    expect(waiting.take()).toMatchObject({ channel: "asks/a-b-1", seq: 2, data: [2, 1, 1] });
    expect(waiting.take()).toMatchObject({ channel: "arbitrage" });
    expect(waiting.take()).toBeUndefined();
  });

  test("are the whole of a book that has changed again", () => {
    const waiting = new Waiting();
    const book = (kind: string, asks: unknown, bids: unknown, time: number) => ({ kind, asks, bids, time });
    waiting.put(
      message(
        "book/a-b",
        1,
        book(
          "snapshot",
          [[11, 1]],
          [
            [10, 1],
            [9, 1],
          ],
          1,
        ),
      ),
    );
    expect(waiting.take()).toMatchObject({ seq: 1, data: { kind: "snapshot" } });
    const first = message("book/a-b", 2, book("changes", [[12, 2]], [], 2));
    waiting.put(first);
    expect(waiting.take()).toBe(first);
    waiting.put(message("book/a-b", 3, book("changes", [[10.5, 1]], [[10, 0]], 3)));
    waiting.put(message("book/a-b", 4, book("changes", [[12, 0]], [[9.5, 4]], 4)));
    expect(waiting.take()).toMatchObject({
      seq: 4,
      data: {
        kind: "snapshot",
        asks: [
          [10.5, 1],
          [11, 1],
        ],
        bids: [
          [9.5, 4],
          [9, 1],
        ],
        time: 4,
      },
    });
    waiting.put({ ...message("book/a-b", 5, null), state: "stale" });
    expect(waiting.take()).toMatchObject({ seq: 5, data: null, state: "stale" });
  });

  test("keep every trade up to a limit, and count the others", () => {
    const waiting = new Waiting();
    const trades = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => [1, 1, 1, `t${from + at}`]);
    waiting.put(message("trades/a-b", 1, trades(0, 600)));
    waiting.put(message("trades/a-b", 2, trades(600, 600)));
    const taken = waiting.take();
    expect(taken).toMatchObject({ seq: 1, skipped: 200 });
    expect(taken?.data).toHaveLength(1_000);
    expect([...((taken?.data ?? []) as readonly unknown[])].at(-1)).toEqual([1, 1, 1, "t1199"]);
  });

  test("keep the first of the moments from which on trades may be missing", () => {
    const waiting = new Waiting();
    const trade = [1, 1, 1, "t"];
    waiting.put(message("trades/a-b", 2, [trade]));
    waiting.put({ ...message("trades/a-b", 3, []), broken: 5 });
    waiting.put({ ...message("trades/a-b", 4, []), broken: 9 });
    waiting.put(message("trades/a-b", 5, [trade]));
    expect(waiting.take()).toMatchObject({ seq: 2, data: [trade, trade], broken: 5 });
    waiting.put(message("trades/a-b", 6, [trade]));
    expect(waiting.take()).not.toHaveProperty("broken");
  });

  test("keep every article, as they came", () => {
    const waiting = new Waiting();
    const article = (id: string, title: string) => ({ id, title });
    for (const channel of ["news", "news/btc"]) {
      waiting.put(message(channel, 1, [article("1", "first"), article("2", "second")]));
      expect(waiting.take()?.data).toHaveLength(2);
      waiting.put(message(channel, 2, [article("3", "third")]));
      waiting.put(message(channel, 3, [article("4", "fourth"), article("3", "third, with its impact")]));
      expect(waiting.take()).toMatchObject({
        seq: 2,
        data: [article("3", "third"), article("4", "fourth"), article("3", "third, with its impact")],
      });
      // A snapshot takes the place of everything before.
      waiting.put(message(channel, 4, [article("5", "fifth")]));
      waiting.put(message(channel, 1, [article("6", "sixth")]));
      expect(waiting.take()).toMatchObject({ seq: 1, data: [article("6", "sixth")] });
    }
  });
});
