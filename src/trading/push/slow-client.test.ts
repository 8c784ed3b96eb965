/** A slow reader gets the newest, and costs no memory. */
import { expect, test } from "vitest";
import type WebSocket from "ws";
import { createMetrics } from "../../kit/metrics/metrics.ts";
import { eventually, plainFollower, pushWorld, type PushWorld } from "../../../test/support/push-world.ts";
import { socketIoFollower } from "../../../test/support/socket-io-follower.ts";

const SYMBOLS = Array.from({ length: 250 }, (_, at) => `simalpha-c${at}usdt`);
const TAGS = SYMBOLS.map((code) => `asks/${code}-1`);
/** So many that whatever the systems keep for a reader is full long before. */
const MAX_CHANGES = 1_000_000;
const TURN = () => new Promise((resolve) => setImmediate(resolve));

/** Bytes of news that wait in this process for one client, at most: what is sent at once, and one message more. */
const MAX_WAITING_BYTES = 66 * 1024;

/**
 * Changes everything, again and again, until news were skipped `skips` times; answers the last price, and the most bytes
 * that ever waited for a client.
 */
async function flood(
  { market, push, connections }: PushWorld,
  skips: number,
): Promise<{ price: number; changes: number; waitingBytes: number }> {
  const metrics = createMetrics({ process: false });
  push.metrics(metrics);
  const skipped = async (): Promise<number> => Number(/^tripod_push_skipped (\d+)/m.exec(await metrics.text())?.[1]);
  let [price, changes, waitingBytes] = [1, 0, 0];
  while ((await skipped()) < skips && changes < MAX_CHANGES) {
    for (let round = 0; round < 50; round++) {
      price++;
      for (const code of SYMBOLS) market.setTop(code, { ask: [price, 1] });
      changes += SYMBOLS.length;
      await TURN();
      for (const { writableLength } of connections) waitingBytes = Math.max(waitingBytes, writableLength);
    }
  }
  expect(await skipped()).toBeGreaterThanOrEqual(skips);
  return { price, changes, waitingBytes };
}

test("over the plain socket", async () => {
  const world = await pushWorld();
  world.market.list(...SYMBOLS);
  const [slow, quick] = [await plainFollower(world.port), await plainFollower(world.port)];
  for (const one of [slow, quick]) {
    for (let at = 0; at < TAGS.length; at += 100) one.say({ subscribe: TAGS.slice(at, at + 100) });
    await eventually(() => one.newest(TAGS.at(-1) ?? "")?.seq).toBe(1);
  }
  slow.socket.pause();
  const { price, changes, waitingBytes } = await flood(world, 50_000);
  expect(waitingBytes).toBeLessThan(MAX_WAITING_BYTES);
  const newest = (of: typeof slow) => new Set(TAGS.map((tag) => of.newest(tag)?.data[0]));
  await eventually(() => newest(quick)).toEqual(new Set([price]));
  slow.socket.resume();
  await eventually(() => newest(slow)).toEqual(new Set([price]));
  expect(slow.heard.length).toBeLessThan(changes);
  for (const tag of [TAGS[0], TAGS[99], TAGS[249]]) {
    const numbers = slow.heard.filter(({ channel }) => channel === tag).map(({ seq }) => seq);
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  }
});

test.each(["websocket", "polling"])("over socket.io by %s", async (transport) => {
  const world = await pushWorld();
  world.market.list(...SYMBOLS);
  const slow = socketIoFollower(4, world.port, { transports: [transport] });
  for (const tag of TAGS) slow.emit("message", { subscribe: tag });
  for (const code of SYMBOLS) world.market.setTop(code, { ask: [1, 1] });
  await eventually(() => TAGS.filter((tag) => slow.newest(tag) !== undefined)).toHaveLength(TAGS.length);
  const engine = slow.raw?.io.engine.transport as unknown as { ws?: WebSocket };
  engine.ws?.pause();
  const { price, changes, waitingBytes } = await flood(world, 20_000);
  expect(waitingBytes).toBeLessThan(MAX_WAITING_BYTES);
  engine.ws?.resume();
  const newest = () => new Set(TAGS.map((tag) => (slow.newest(tag) as number[])[0]));
  await eventually(newest).toEqual(new Set([price]));
  expect(slow.of("dp").length).toBeLessThan(changes);
  expect(slow.isConnected()).toBe(true);
});
