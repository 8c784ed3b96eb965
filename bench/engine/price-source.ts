/**
 * What an exchange's books do, in a process of its own: what it takes to make messages up delays nothing that is measured. Messages
 * come over a socket, a few numbers each, with the time at which they were sent by the clock that all processes of a machine share.
 */
import { connect, createServer } from "node:net";
import { once } from "node:events";
import { setImmediate as immediate } from "node:timers/promises";
import type { MarketSink } from "../../src/trading/exchanges/index.ts";
import { manyMarkets } from "../../test/support/binance-loopback/seeded-markets.ts";
import { Helper } from "../http/program.ts";
import { seededRandom } from "../market/book-stream.ts";
import { BookWriter } from "./book-writer.ts";
import { sharedNowMs } from "./shared-clock.ts";

const MESSAGES_PER_SECOND = 5_000;
const TRIGGERS_PER_SECOND = 20;
/** Messages of many markets come independently of each other, so gaps are drawn from an exponential distribution. */
const MEAN_GAP_MS = 1000 / MESSAGES_PER_SECOND;
const SLEEP = new Int32Array(new SharedArrayBuffer(4));
/** Sequences of the books at their beginning are below. */
const FIRST_SEQUENCE = 1_000_000;
/** Numbers before the levels of a message: how many numbers it has, its market, its sequence, whether it triggers, when it was sent. */
const HEAD = 5;
const BYTES = Float64Array.BYTES_PER_ELEMENT;

export interface Driving {
  readonly seconds: number;
  /** `triggers`: some of the books fall below their lines. `all`: every message is such a fall. `calm`: each rises once. */
  readonly what: "triggers" | "all" | "calm";
}

type PriceOrder = { readonly port: number; readonly markets: number } | Driving;

/** A message as it was read from the socket. */
export interface PriceMessage {
  readonly marketId: string;
  /** Whether strategies of the market fire by it. */
  readonly isTrigger: boolean;
  /** By `sharedNowMs`. */
  readonly sentMs: number;
}

/** Does what its parent orders, until that ends it. */
export function servePrices(): void {
  let maker: { readonly books: BookWriter; readonly mark: (isTrigger: boolean) => void };
  const take = async (order: PriceOrder): Promise<void> => {
    if ("port" in order) maker = await makeMessages(order);
    else await drive(maker, order);
  };
  process.on("message", (order: PriceOrder) => void take(order).then(() => process.send?.("done")));
}

async function makeMessages({ port, markets }: { readonly port: number; readonly markets: number }) {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  const all = manyMarkets(markets);
  const places = new Map(all.map(({ id }, place) => [id, place]));
  let [isTrigger, sequence] = [false, FIRST_SEQUENCE];
  const change: MarketSink["change"] = (marketId, { asks }) => {
    const numbers = Float64Array.from([
      HEAD + asks.length,
      places.get(marketId) ?? 0,
      sequence++,
      isTrigger ? 1 : 0,
      0,
    ]);
    const message = new Float64Array(HEAD + asks.length);
    message.set(numbers);
    message.set(Float64Array.from(asks), HEAD);
    message[HEAD - 1] = sharedNowMs();
    socket.write(Buffer.from(message.buffer));
  };
  const books = new BookWriter(all, [{ change } as MarketSink]);
  return { books, mark: (is: boolean): void => void (isTrigger = is) };
}

async function drive(
  { books, mark }: Awaited<ReturnType<typeof makeMessages>>,
  { seconds, what }: Driving,
): Promise<void> {
  mark(false);
  if (what === "calm") for (const _ of books.markets) books.wander();
  const start = performance.now();
  const random = seededRandom(7);
  let [sent, triggered] = [0, 0];
  for (let dueMs = start; dueMs < start + seconds * 1000; dueMs += -Math.log(1 - random()) * MEAN_GAP_MS) {
    await untilDue(dueMs);
    const isTrigger = what === "all" || triggered < (sent++ / MESSAGES_PER_SECOND) * TRIGGERS_PER_SECOND;
    mark(isTrigger);
    if (!isTrigger) books.wander();
    else if (what === "all") books.fallAll();
    // Not in the order in which the books wander.
    else books.fall(books.markets[(triggered++ * 37) % books.markets.length]?.id ?? "");
  }
}

/** Sleeps without the event loop, whose timers know whole milliseconds only; the socket is written in the turn that asks for it. */
async function untilDue(dueMs: number): Promise<void> {
  for (let left = dueMs - performance.now(); left > 0; left = dueMs - performance.now()) {
    Atomics.wait(SLEEP, 0, 0, left);
  }
  await immediate();
}

/** The other end: hands messages to the sinks of the engine, as its adapter does. */
export class PriceFeed {
  readonly #helper = new Helper("prices");
  readonly #ids: readonly string[];
  readonly #sinks: readonly MarketSink[];
  /** Hears of each message before it is handed over, with when it was read. */
  onMessage: (message: PriceMessage, readMs: number) => void = () => undefined;
  #rest = Buffer.alloc(0);
  count = 0;

  constructor(markets: number, sinks: readonly MarketSink[]) {
    this.#ids = manyMarkets(markets).map(({ id }) => id);
    this.#sinks = sinks;
  }

  get pid(): number {
    return this.#helper.pid;
  }

  async open(): Promise<void> {
    const server = createServer((socket) => {
      socket.on("data", (data) => this.#read(data));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    await this.#helper.ask({ port, markets: this.#ids.length });
    server.close();
  }

  drive(driving: Driving): Promise<unknown> {
    return this.#helper.ask(driving);
  }

  stop(): void {
    this.#helper.stop();
  }

  #read(data: Buffer): void {
    const readMs = sharedNowMs();
    const bytes = this.#rest.length === 0 ? data : Buffer.concat([this.#rest, data]);
    let at = 0;
    while (bytes.length - at >= BYTES) {
      const length = bytes.readDoubleLE(at) * BYTES;
      if (bytes.length - at < length) break;
      this.#hand(bytes, at, length, readMs);
      at += length;
    }
    this.#rest = at === bytes.length ? Buffer.alloc(0) : Buffer.from(bytes.subarray(at));
  }

  #hand(bytes: Buffer, at: number, length: number, readMs: number): void {
    const number = (place: number): number => bytes.readDoubleLE(at + place * BYTES);
    const asks: number[] = [];
    for (let place = HEAD; place < length / BYTES; place++) asks.push(number(place));
    const marketId = this.#ids[number(1)] ?? "";
    this.count++;
    this.onMessage({ marketId, isTrigger: number(3) === 1, sentMs: number(4) }, readMs);
    const change = { bids: [], asks, sequence: number(2), atMs: Date.now() };
    for (const sink of this.#sinks) sink.change(marketId, change);
  }
}
