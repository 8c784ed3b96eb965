/**
 * 10,000 listings at 50,000 messages a second through feed, books, best prices, opportunities and push, in one thread,
 * paced by the clock. First without followers, then with a hundred clients in another process. Lag is that of the
 * event loop. Latency is the time from when a message is due to when a listener, or a client, has received it.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { silentLog } from "../../src/kit/log/log.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { liveMarket, type MarketView } from "../../src/trading/market/index.ts";
import { ScriptedExchange } from "../../test/support/scripted-exchange.ts";
import { Helper } from "../http/program.ts";
import { marketsOf, sharedNowMs, Stream } from "./feed-stream.ts";
import type { FollowerOrder, FollowerReport } from "./followers.ts";
import { servePush, type PushServer } from "./push-server.ts";
import { rest, row, type Print } from "./rows.ts";

const VENUES = 31;
const LISTINGS = 10_000;
const MESSAGES_PER_SECOND = 50_000;
const SECONDS = 10;
const WARM_SECONDS = 3;
const CLIENTS = 100;
const CHANNELS = 50;

export async function run(print: Print): Promise<void> {
  const exchanges = Array.from(
    { length: VENUES },
    (_, venue) => new ScriptedExchange(`v${venue}`, marketsOf(venue, VENUES, LISTINGS)),
  );
  const market = liveMarket({ exchanges, clock: systemClock(), log: silentLog(), pairs: "all" });
  await market.start();
  const server = await servePush(market.view);
  const followers = new Helper("followers");
  try {
    while (exchanges.some(({ watched }) => watched === undefined)) await delay(20);
    const stream = new Stream(exchanges, market.view);
    const before = memory();
    stream.loadAll();
    await rest();
    print(row(`books of ${LISTINGS.toLocaleString("en-US")} listings`, `${(memory() - before).toFixed(0)} MB`, ""));
    const latencies = listen(market.view, stream);
    const tick = sender(stream);
    await pace(tick(), WARM_SECONDS);

    latencies.length = 0;
    const alone = await measure(tick(), market.view);
    print(row("feed, nobody follows", shown(alone), latencyOf("a listener", at(latencies, 0.5), at(latencies, 0.99))));
    await measureFollowers({ print, followers, server, tick, latencies, market: market.view, alone });
    await measureFullSpeed(stream, print);
  } finally {
    followers.stop();
    await server.stop();
    await market.stop();
  }
}

type Tick = (elapsedMs: number) => number;

interface FollowersBench {
  readonly print: Print;
  readonly followers: Helper;
  readonly server: PushServer;
  readonly tick: () => Tick;
  readonly market: MarketView;
  readonly alone: Measured;
  /** To a listener. */
  readonly latencies: number[];
}

async function measureFollowers(given: FollowersBench): Promise<void> {
  const { print, followers, server, tick, market, alone, latencies } = given;
  const order = <Answer>(each: FollowerOrder): Promise<Answer> => followers.ask<Answer>(each);
  const codes = market.listings().map(({ code }) => code);
  const channels = Array.from({ length: CLIENTS }, (_, client) =>
    codes.slice(client * CHANNELS, (client + 1) * CHANNELS).map((code) => `asks/${code}-1`),
  );
  await order({ do: "follow", url: `ws://127.0.0.1:${server.port}/api/v2/ws`, channels: [...channels, ["arbitrage"]] });
  await pace(tick(), WARM_SECONDS);
  await order({ do: "begin" });
  latencies.length = 0;
  const pushed = await measure(tick(), market);
  const heard = await order<FollowerReport>({ do: "report" });
  print(
    row(
      `feed, ${CLIENTS} follow ${CHANNELS} markets each, one arbitrage`,
      shown(pushed),
      `${latencyOf("a listener", at(latencies, 0.5), at(latencies, 0.99))}, ${clientsOf(heard)}, ${thousands(heard.messages / SECONDS)} messages/s`,
    ),
  );

  await order({ do: "leave" });
  await order({ do: "follow", url: `ws://127.0.0.1:${server.port}/bare`, channels: channels.map(() => []) });
  const bareTick = bareSender(server, heard.messages / SECONDS, Math.round(heard.bytes / heard.messages));
  await pace(bareTick(), 1);
  await order({ do: "begin" });
  const bare = await measure(bareTick(), market);
  const bareHeard = await order<FollowerReport>({ do: "report" });
  const [cost, bareCost] = [(pushed.core - alone.core) / heard.messages, bare.core / bareHeard.messages];
  print(
    row(
      "as many messages by ws alone",
      shown(bare),
      `${clientsOf(bareHeard)}; a pushed message costs ${(cost / bareCost).toFixed(2)} x as much`,
    ),
  );
  await order({ do: "leave" });
}

interface Measured {
  readonly perSecond: number;
  /** Processor time of this process in shares of a core, collection of garbage included. */
  readonly core: number;
  readonly lagP50Ms: number;
  readonly lagP99Ms: number;
  readonly skipped: number;
}

async function measure(tick: Tick, market: MarketView): Promise<Measured> {
  const lag = monitorEventLoopDelay({ resolution: 1 });
  const [cpu, skipped] = [process.cpuUsage(), market.skipped];
  lag.enable();
  const sent = await pace(tick, SECONDS);
  lag.disable();
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: sent / SECONDS,
    core: (user + system) / 1e6 / SECONDS,
    // It looks once a millisecond, which is part of what it sees.
    lagP50Ms: Math.max(0, lag.percentile(50) / 1e6 - 1),
    lagP99Ms: Math.max(0, lag.percentile(99) / 1e6 - 1),
    skipped: market.skipped - skipped,
  };
}

/** Sends what is due, a little at a time as sockets would bring it. Answers how many messages. */
async function pace(tick: Tick, seconds: number): Promise<number> {
  const start = performance.now();
  let sent = 0;
  for (let now = start; now < start + seconds * 1000; now = performance.now()) {
    sent += tick(now - start);
    await delay(1);
  }
  return sent;
}

/** Messages of exchanges at the pace. */
function sender(stream: Stream): () => Tick {
  return () => {
    const startMs = sharedNowMs();
    let sent = 0;
    return (elapsedMs) => {
      const before = sent;
      const due = Math.floor((elapsedMs / 1000) * MESSAGES_PER_SECOND);
      // At most the messages of a few reads of sockets.
      const until = Math.min(due, sent + 1_000);
      for (; sent < until; sent++) stream.send(startMs + (sent / MESSAGES_PER_SECOND) * 1000);
      return sent - before;
    };
  };
}

/** Messages of the length and number of those that were pushed, to one client after the other. */
function bareSender({ bare }: PushServer, perSecond: number, length: number): () => Tick {
  const head = `{"channel":"bare","data":[`.padEnd(length - 20, "0");
  return () => {
    const startMs = sharedNowMs();
    let sent = 0;
    return (elapsedMs) => {
      const before = sent;
      for (const due = Math.floor((elapsedMs / 1000) * perSecond); sent < due; sent++) {
        const us = Math.floor((startMs + (sent / perSecond) * 1000) * 1000);
        bare[sent % bare.length]?.send(`${head},${us}]}`);
      }
      return sent - before;
    };
  };
}

/** How long each change took to a listener. */
function listen(view: MarketView, stream: Stream): number[] {
  const latencies: number[] = [];
  view.onTop(({ code }) => {
    const place = stream.placeOf.get(code) ?? 0;
    const due = stream.due[place] ?? 0;
    if (due > 0 && latencies.length < 1_000_000) latencies.push(sharedNowMs() - due);
    stream.due[place] = 0;
  });
  return latencies;
}

/** By the time of the processor, so that others on the machine do not count. */
async function measureFullSpeed(stream: Stream, print: Print): Promise<void> {
  const start = process.cpuUsage();
  const count = 500_000;
  for (let sent = 0; sent < count;) {
    const now = sharedNowMs();
    for (const until = sent + 200; sent < until; sent++) stream.send(now);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { user, system } = process.cpuUsage(start);
  const full = count / ((user + system) / 1e6);
  print(row("feed, as fast as it can, without followers", `${thousands(full)} messages in a second of CPU time`, ""));
}

function shown({ perSecond, core, lagP50Ms, lagP99Ms, skipped }: Measured): string {
  const share = `${(core * 100).toFixed(0)} % of a core`;
  return `${thousands(perSecond)}/s, ${share}, lag p50 ${lagP50Ms.toFixed(2)} ms, p99 ${lagP99Ms.toFixed(2)} ms, ${skipped} skipped`;
}

function latencyOf(whom: string, p50Ms: number, p99Ms: number): string {
  return `to ${whom} p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`;
}

function clientsOf({ p50Ms, p99Ms, lagP99Ms }: FollowerReport): string {
  return `${latencyOf("a client", p50Ms, p99Ms)} (its own lag p99 ${lagP99Ms.toFixed(2)} ms)`;
}

function at(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0;
}

function thousands(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

function memory(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1_048_576;
}
