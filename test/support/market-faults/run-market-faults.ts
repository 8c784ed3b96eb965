/**
 * A market that follows an exchange while everything goes wrong that can: the loopback exchange, the unmodified ccxt
 * library through the adapter, and the live market, all on one clock that goes as fast as messages are carried. After
 * every fault the books must be the exchange's own again; during it, nothing may be served as fresher than it is.
 */
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import { silentLog, type Log } from "../../../src/kit/log/log.ts";
import { toMillis } from "../../../src/kit/time/instant.ts";
import type { MarketSink } from "../../../src/trading/exchanges/index.ts";
import { liveMarket, type MarketView } from "../../../src/trading/market/index.ts";
import { seededNumbers, type SeededNumbers } from "../../../src/trading/simulation/core/seeded-numbers.ts";
import { startBinanceLoopback, type BinanceLoopback } from "../binance-loopback/loopback.ts";
import { manyMarkets } from "../binance-loopback/seeded-markets.ts";
import { ccxtAt, CREDENTIALS } from "../ccxt-loopback.ts";
import { manualClock, type ManualClock } from "../manual-clock.ts";
import { FAULT_KINDS, type FaultStage } from "./fault-kinds.ts";
import { AnswerCounts } from "./answer-counts.ts";
import { HeardWords, overheardExchange } from "./overheard-exchange.ts";
import { SignedQuestions } from "./signed-questions.ts";
import { TruthWatch } from "./truth-watch.ts";

export interface MarketFaultsOptions {
  /** For how long, after the start. Each kind of fault comes at least once, however short that is. */
  readonly simulatedMs: number;
  readonly seed: number;
  /** How many are followed; 10 unless told. */
  readonly markets?: number;
  /** Names of `FAULT_KINDS`; all unless told. Each comes once before one comes again. */
  readonly kinds?: readonly string[];
  /** Books are right again so soon after anything, in simulated time: within a minute unless told. */
  readonly settlesWithinMs?: number;
  /** Hears a line after each fault. */
  readonly report?: (line: string) => void;
  /** The log of the adapter and the market; nothing unless set. */
  readonly log?: Log;
  /** Falsifies the adapter's reports, to check that this is found out. */
  readonly falsify?: (sink: MarketSink) => MarketSink;
}

export interface MarketFaultsOutcome {
  /** The problems, for people; none when all is well. */
  readonly problems: readonly string[];
  readonly figures: MarketFaultsFigures;
}

export interface MarketFaultsFigures {
  readonly simulatedMs: number;
  /** How often each kind of fault came, and the longest that it took until all books were right again. */
  readonly faults: Readonly<Record<string, { readonly times: number; readonly longestMs: number }>>;
  readonly gaps: number;
  readonly resyncs: number;
  readonly losses: Readonly<Record<string, number>>;
  /** Requests by what was answered: `200`, `400`, ... */
  readonly answers: Readonly<Record<string, number>>;
  /** Questions of a customer, signed with the time. */
  readonly signed: { readonly answered: number; readonly refused: number };
  /** Books that were found equal at quiet points. */
  readonly equalBooks: number;
  readonly looks: number;
  readonly states: Readonly<Record<string, number>>;
  readonly behindLiveMs: number;
  readonly behindAgeMs: number;
}

const ROUND_MS = 100;
/** A round takes at least this long, so that messages arrive in it. */
const ROUND_REAL_MS = 1;
/** Sent and not arrived: three rounds are much. */
const UNDER_WAY_MS = 300;
const QUIET_ROUNDS = 5;
/** Books are right again within a minute after anything. */
const SETTLES_WITHIN_MS = 60_000;
const MOST_PROBLEMS = 50;
const TURNS = 5;

/** Runs the world with one fault after the other. Opens and closes everything itself. */
export async function runMarketFaults(options: MarketFaultsOptions): Promise<MarketFaultsOutcome> {
  const { seed, markets = 10, log = silentLog(), falsify = (sink) => sink } = options;
  const clock = manualClock();
  const { token: apiKey, secret } = CREDENTIALS;
  const loopback = await startBinanceLoopback({
    clock,
    accounts: [{ apiKey, secret, balances: { USDT: "1000" } }],
    markets: manyMarkets(markets),
    house: { seed, levels: 30, marketsPerStep: markets },
    flushEveryMs: 0,
  });
  const exchange = await ccxtAt(loopback.url, { clock, log, timeoutMs: 4_000, unitsPerSecond: 100 });
  const words = new HeardWords();
  const market = liveMarket({
    exchanges: [overheardExchange(exchange, (sink) => words.on(falsify(sink)))],
    clock,
    log,
    pairs: "all",
  });
  try {
    await market.start();
    const run = new FaultRun({
      clock,
      loopback,
      view: market.view,
      words,
      random: seededNumbers(seed),
      questions: new SignedQuestions(exchange.account(CREDENTIALS)),
      settlesWithinMs: options.settlesWithinMs ?? SETTLES_WITHIN_MS,
    });
    await run.through(options);
    return { problems: run.problems, figures: run.figures() };
  } finally {
    await market.stop();
    await exchange.close();
    await loopback.close();
  }
}

interface FaultWorld {
  readonly clock: ManualClock;
  readonly loopback: BinanceLoopback;
  readonly view: MarketView;
  readonly words: HeardWords;
  readonly random: SeededNumbers;
  readonly questions: SignedQuestions;
  readonly settlesWithinMs: number;
}

class FaultRun implements FaultStage {
  readonly loopback: BinanceLoopback;
  readonly random: SeededNumbers;
  readonly #world: FaultWorld;
  readonly #truth: TruthWatch;
  readonly #answers = new AnswerCounts();
  #startMs = 0;
  readonly #problems: string[] = [];
  readonly #faults: Record<string, { times: number; longestMs: number }> = {};
  /** Gaps since the last quiet point, with how often the adapter had begun the market's book before. */
  #openGaps: { readonly marketId: string; readonly books: number }[] = [];
  readonly #tradeHeardMs = new Map<string, number>();
  #gapCount = 0;
  #equalBooks = 0;

  constructor(world: FaultWorld) {
    this.#world = world;
    this.loopback = world.loopback;
    this.random = world.random;
    this.#truth = new TruthWatch(world.loopback, world.view, world.words.lost, UNDER_WAY_MS);
    world.view.onTrade(({ code }) => this.#tradeHeardMs.set(code, this.#nowMs));
  }

  get problems(): readonly string[] {
    return [...this.#problems, ...this.#truth.problems];
  }

  /** Faults until the time is over, in a random order in which each comes once before one comes again. */
  async through({ simulatedMs, kinds = Object.keys(FAULT_KINDS), report }: MarketFaultsOptions): Promise<void> {
    await this.settle("the start");
    this.#startMs = this.#nowMs;
    let left = [...kinds];
    let isEachSeen = false;
    while (!isEachSeen || this.#nowMs - this.#startMs < simulatedMs) {
      if (this.problems.length >= MOST_PROBLEMS) return;
      const [name = ""] = left.splice(this.random.below(left.length), 1);
      const kind = FAULT_KINDS[name];
      if (!kind) throw new Error(`There is no fault "${name}"`);
      await this.trade(10 + this.random.below(20));
      await kind(this);
      const tookMs = await this.settle(name);
      const known = this.#faults[name] ?? { times: 0, longestMs: 0 };
      this.#faults[name] = { times: known.times + 1, longestMs: Math.max(known.longestMs, tookMs) };
      if (left.length === 0) {
        isEachSeen = true;
        left = [...kinds];
      }
      report?.(`${String((this.#nowMs - this.#startMs) / 1000)} s: ${name}; right again after ${String(tookMs)} ms`);
    }
    await this.#recover();
  }

  async trade(rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round++) await this.#round(true);
  }

  async gap(marketIds: readonly string[], changes: number): Promise<void> {
    const waiting = new Map(marketIds.map((id) => [id, { left: changes + 1, sequence: this.#sequence(id) }]));
    for (const marketId of marketIds) {
      this.#openGaps.push({ marketId, books: this.#world.words.books(marketId) });
      this.loopback.faults.swallowDepth(changes, marketId.toUpperCase());
    }
    this.#gapCount += marketIds.length;
    while (waiting.size > 0) {
      await this.#round(true);
      for (const [id, each] of waiting) {
        const sequence = this.#sequence(id);
        if (sequence === each.sequence) continue;
        each.sequence = sequence;
        if (--each.left === 0) waiting.delete(id);
      }
    }
  }

  delay(realMs: number): void {
    this.loopback.faults.messageDelayMs = realMs;
    this.#truth.underWayMs = UNDER_WAY_MS + Math.ceil(realMs / ROUND_REAL_MS + 1) * ROUND_MS;
  }

  async ask(): Promise<void> {
    const untilMs = this.#nowMs + this.#world.settlesWithinMs;
    const isAnswered = await this.#world.questions.ask(async () => {
      await this.#round(true);
      return this.#nowMs < untilMs;
    });
    if (!isAnswered) this.#problems.push("a customer's question is not answered");
  }

  /** Ends all faults, and runs until all books are right and trades of all markets arrive. Answers how long it took. */
  async settle(after: string): Promise<number> {
    const fromMs = this.#nowMs;
    this.loopback.faults.heal();
    for (;;) {
      await this.trade(5);
      for (let round = 0; round < QUIET_ROUNDS; round++) await this.#round(false);
      this.#truth.underWayMs = UNDER_WAY_MS;
      const differences = [...this.#truth.differences(), ...this.#quietTapes(fromMs)];
      if (differences.length === 0) {
        this.#equalBooks += this.loopback.markets.length;
        break;
      }
      if (this.#nowMs - fromMs < this.#world.settlesWithinMs) continue;
      this.#problems.push(...differences.map((difference) => `long after ${after}: ${difference}`));
      break;
    }
    const tookMs = this.#nowMs - fromMs;
    for (const { marketId, books } of this.#openGaps) {
      if (this.#world.words.books(marketId) > books) continue;
      this.#problems.push(`after ${after}: ${marketId} had a gap, and its book was not requested again`);
    }
    this.#openGaps = [];
    await this.ask();
    return tookMs;
  }

  figures(): MarketFaultsFigures {
    const { looks, states, behindLiveMs, behindAgeMs } = this.#truth;
    const { words, questions } = this.#world;
    return {
      simulatedMs: this.#nowMs - this.#startMs,
      faults: this.#faults,
      gaps: this.#gapCount,
      resyncs: words.allBooks - this.loopback.markets.length,
      losses: words.allLosses,
      answers: this.#answers.byStatus,
      signed: { answered: questions.answered, refused: questions.refused },
      equalBooks: this.#equalBooks,
      looks,
      states,
      behindLiveMs,
      behindAgeMs,
    };
  }

  /** Markets without a received trade since then. The house trades on each about every other round. */
  #quietTapes(sinceMs: number): string[] {
    return this.#world.view.listings().flatMap(({ code }) => {
      const heardMs = this.#tradeHeardMs.get(code) ?? 0;
      return heardMs >= sinceMs ? [] : [`no trade of ${code} is received`];
    });
  }

  /** The exchange is said to be well again in the end. */
  async #recover(): Promise<void> {
    const [code = ""] = this.#world.view.exchanges().map((each) => each.code);
    const untilMs = this.#nowMs + this.#world.settlesWithinMs;
    while (this.#world.view.exchange(code)?.health.state !== "ok") {
      if (this.#nowMs > untilMs) {
        this.#problems.push(`the health is ${JSON.stringify(this.#world.view.exchange(code)?.health)} in the end`);
        return;
      }
      await this.trade(10);
    }
  }

  async #round(isTraded: boolean): Promise<void> {
    await this.#world.clock.advance(ROUND_MS);
    if (isTraded) this.loopback.world.trade();
    this.#truth.note(this.#nowMs);
    await delay(ROUND_REAL_MS);
    // Whatever has arrived by now is read.
    for (let turn = 0; turn < TURNS; turn++) await nextTurn();
    this.#truth.look(this.#nowMs);
    this.#answers.add(this.loopback.requests);
  }

  get #nowMs(): number {
    return toMillis(this.#world.clock.now());
  }

  #sequence(marketId: string): number {
    return this.loopback.book(marketId.toUpperCase(), 1).sequence;
  }
}
