/**
 * The cost of following a real exchange: an exchange in another process, the unmodified ccxt library, our adapter, and
 * behind it nothing or the whole market. The comparison is a plain WebSocket that only reads. Lag is how late a timer
 * of the same thread fires. Own lag is the part of it in which this process was working, not waiting for a core that
 * others had.
 */
import { WebSocket } from "ws";
import { systemRandom } from "../../src/kit/ids/ids.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { ccxtExchange } from "../../src/trading/exchanges/ccxt/exchange.ts";
import type { Exchange, MarketSink } from "../../src/trading/exchanges/index.ts";
import { liveMarket } from "../../src/trading/market/index.ts";
import { overheardExchange } from "../../test/support/market-faults/overheard-exchange.ts";
import { Helper } from "../http/program.ts";
import { rest, row, type Print } from "./rows.ts";
import type { VenueOrder } from "./venue.ts";

const MARKETS = 100;
/** Messages about books in a second. Those about trades come on top. */
const RATES = [600, 2_500, 5_000];
const RATE_OF_COSTS = 2_500;
const SECONDS = 6;
const WARM_SECONDS = 4;
const PROBE_MS = 2;
/** Streams that are asked for in one message. */
const STREAMS_PER_SOCKET = 50;

interface Venue {
  readonly url: string;
  readonly order: (of: VenueOrder) => Promise<string>;
}

/** Messages received so far. */
class Heard {
  books = 0;
  levels = 0;
  trades = 0;
  whole = 0;
  /** Milliseconds spent by what is behind the adapter. */
  behindMs = 0;
}

interface Measured {
  readonly messages: number;
  readonly microseconds: number;
  readonly behind: number;
  readonly lag: Lag;
  readonly levels: number;
}

/** Milliseconds, and how much of the processor went by, in microseconds a second. */
interface Lag {
  readonly cpu: number;
  readonly ownP50: number;
  readonly ownP99: number;
  readonly p99: number;
}

export async function run(print: Print): Promise<void> {
  const venue = new Helper("venue");
  const order = (of: VenueOrder): Promise<string> => venue.ask<string>(of);
  try {
    const url = await order({ markets: MARKETS });
    const opened = { url, order };
    const resting = await lagDuring(SECONDS);
    print(row("adapter, nothing to do", lagText(resting), ""));
    const bare = await bareCost(opened, resting.cpu);
    const empty = await following(opened, resting.cpu, { rates: [RATE_OF_COSTS], isFull: false });
    const rates = await following(opened, resting.cpu, { rates: RATES, isFull: true });
    const [alone] = empty;
    const full = rates[RATES.indexOf(RATE_OF_COSTS)];
    if (!alone || !full) throw new Error("nothing was measured");
    print(row("a message, read and parsed only", micros(bare), `${full.levels.toFixed(1)} levels in one about a book`));
    print(
      row("a message, through the adapter to nothing", micros(alone.microseconds), "with the socket and the library"),
    );
    print(
      row(
        "a message, through the adapter and the market",
        micros(full.microseconds),
        `of which our feed, books and prices ${micros(full.behind)}, 1 : ${((full.microseconds - full.behind) / full.behind).toFixed(0)}`,
      ),
    );
    for (const { messages, microseconds, lag } of rates) {
      const share = ((messages * microseconds) / 10_000).toFixed(0);
      print(row(`adapter at ${count(messages)} messages/s`, lagText(lag), `${share} % of a core`));
    }
  } finally {
    venue.stop();
  }
}

/** Follows all markets at each rate in turn, with the market behind it or without. */
async function following(
  { url, order }: Venue,
  restingCpu: number,
  { rates, isFull }: { readonly rates: readonly number[]; readonly isFull: boolean },
): Promise<readonly Measured[]> {
  const heard = new Heard();
  const exchange = await openExchange(url);
  const counted = overheardExchange(exchange, (sink) => countedSink(sink, heard, isFull));
  const market = liveMarket({ exchanges: [counted], clock: systemClock(), log: silentLog(), pairs: "all" });
  await order({ perSecond: 200 });
  await market.start();
  const measured: Measured[] = [];
  try {
    await until(() => heard.whole >= MARKETS);
    for (const perSecond of rates) {
      await order({ perSecond });
      await delay(WARM_SECONDS * 1000);
      measured.push(await measure(heard, restingCpu));
    }
    await order({ perSecond: 0 });
  } finally {
    await market.stop();
    await exchange.close();
    await rest();
  }
  return measured;
}

/** @param restingCpu the processor time of a second without messages */
async function measure(heard: Heard, restingCpu: number): Promise<Measured> {
  globalThis.gc?.();
  const { books, trades, levels, behindMs } = heard;
  const start = performance.now();
  const lag = await lagDuring(SECONDS);
  const seconds = (performance.now() - start) / 1000;
  const messages = heard.books - books + heard.trades - trades;
  return {
    messages: messages / seconds,
    microseconds: ((lag.cpu - restingCpu) * seconds) / messages,
    behind: ((heard.behindMs - behindMs) * 1000) / messages,
    levels: (heard.levels - levels) / (heard.books - books),
    lag,
  };
}

/** Microseconds of the processor for a message that is only read and parsed. */
async function bareCost(venue: Venue, restingCpu: number): Promise<number> {
  const { url, order } = venue;
  const exchange = await openExchange(url);
  const ids = (await exchange.markets()).map(({ id }) => id);
  await exchange.close();
  let messages = 0;
  const sockets: WebSocket[] = [];
  for (let at = 0; at < ids.length; at += STREAMS_PER_SOCKET) {
    const streams = ids.slice(at, at + STREAMS_PER_SOCKET).flatMap((id) => [`${id}@depth@100ms`, `${id}@trade`]);
    const socket = new WebSocket(`${url.replace("http", "ws")}/stream?streams=${streams.join("/")}`);
    socket.on("message", (data: Buffer) => {
      if ("data" in (JSON.parse(data.toString()) as object)) messages++;
    });
    await new Promise((resolve) => socket.once("open", resolve));
    sockets.push(socket);
  }
  await order({ perSecond: RATE_OF_COSTS });
  await delay(WARM_SECONDS * 1000);
  const before = messages;
  const { cpu } = await lagDuring(SECONDS);
  const heard = messages - before;
  await order({ perSecond: 0 });
  for (const socket of sockets) socket.terminate();
  return ((cpu - restingCpu) * SECONDS) / heard;
}

async function openExchange(url: string): Promise<Exchange> {
  return await ccxtExchange("binance", {
    clock: systemClock(),
    log: silentLog(),
    random: systemRandom(),
    unitsPerSecond: 100_000,
    address: url,
  });
}

/** An exchange's messages, counted, and the time spent behind them. */
function countedSink(sink: MarketSink, heard: Heard, isFull: boolean): MarketSink {
  const behind = (tell: () => void): void => {
    if (!isFull) return;
    const start = performance.now();
    tell();
    heard.behindMs += performance.now() - start;
  };
  return {
    book(id, book) {
      heard.whole++;
      behind(() => sink.book(id, book));
    },
    change(id, change) {
      heard.books++;
      heard.levels += (change.bids.length + change.asks.length) / 2;
      behind(() => sink.change(id, change));
    },
    trade(id, trade) {
      heard.trades++;
      behind(() => sink.trade(id, trade));
    },
    proved: (id, atMs) => sink.proved?.(id, atMs),
    lost: (id, why) => sink.lost(id, why),
    health: (health) => sink.health(health),
  };
}

/** How much too late a timer fires that is set again and again. */
async function lagDuring(seconds: number): Promise<Lag> {
  const lags: number[] = [];
  const own: number[] = [];
  const start = performance.now();
  const began = process.cpuUsage();
  for (let now = start; now < start + seconds * 1000; now = performance.now()) {
    const cpu = process.cpuUsage();
    await delay(PROBE_MS);
    const lag = Math.max(0, performance.now() - now - PROBE_MS);
    const { user, system } = process.cpuUsage(cpu);
    lags.push(lag);
    own.push(Math.min(lag, (user + system) / 1000));
  }
  const used = process.cpuUsage(began);
  const cpu = ((used.user + used.system) * 1000) / (performance.now() - start);
  return { cpu, ownP50: quantile(own, 0.5), ownP99: quantile(own, 0.99), p99: quantile(lags, 0.99) };
}

function quantile(values: number[], share: number): number {
  return values.sort((one, other) => one - other)[Math.floor(values.length * share)] ?? 0;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(20);
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function lagText({ ownP50, ownP99, p99 }: Lag): string {
  return `own lag p50 ${ownP50.toFixed(2)} ms, p99 ${ownP99.toFixed(2)} ms (all ${p99.toFixed(1)})`;
}

function micros(value: number): string {
  return `${value.toFixed(1)} us`;
}

function count(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
