/** How far servers are from exchanges. The process that has a server measures; others ask it, and wait for its answer. */
import { Answerer } from "../../kit/asking/answerer.ts";
import { Asker } from "../../kit/asking/asker.ts";
import type { AskingParts } from "../../kit/asking/questions.ts";
import type { Bus } from "../../kit/bus/bus.ts";
import type { Log } from "../../kit/log/log.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { toMillis } from "../../kit/time/instant.ts";
import { orAborted } from "../../kit/time/or-aborted.ts";
import type { Exchange } from "../exchanges/index.ts";
import type { RoundTrips } from "./core/round-trips.ts";
import { marketErrors } from "./errors.ts";
import { ExchangeSpeeds, MEASURED_WITHIN_MS } from "./exchange-speeds.ts";
import type { ServerAnswer, ServerQuestion, ServerQuestionStore } from "./store.ts";

/** Processes that work look for servers without a process once a second. */
const HELD_WITHIN_MS = 2_000;
const HELD_LOOK_MS = 100;
/** Questions to this process are looked for this often, and sooner after a hint. */
const LOOK_MS = 500;
/** After this time the process that has the server does not begin. */
const BEGUN_WITHIN_MS = 5_000;
/** A measurement and the way of its answer. */
const ANSWER_MS = MEASURED_WITHIN_MS + 2_000;
/** How often an asking process looks whether the asked one still has the server. */
const ALIVE_LOOK_MS = 1_000;
/** A server of a process that was killed has another one after some seconds. */
const RETRY_SECONDS = 5;

/** Which process has a server. Each run of a process has its own name, in every period in which it has servers. */
export interface ServerHolders {
  /** The name of this process, while it has servers. */
  own(): string | undefined;
  /** The name of the living process that has a server. */
  find(serverId: number): Promise<string | undefined>;
}

export interface ServerSpeedParts {
  readonly holders: ServerHolders;
  readonly connectedExchange: (code: string) => Exchange | undefined;
  readonly questions: ServerQuestionStore;
  readonly bus: Bus | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

export class ServerSpeedDesk {
  readonly #parts: ServerSpeedParts;
  readonly #asking: AskingParts<ServerQuestion, ServerAnswer>;
  readonly #asker: Asker<ServerQuestion, ServerAnswer>;
  readonly #speeds: ExchangeSpeeds;
  /** Questions in progress: one for each server and exchange, however many requests wait for it. */
  readonly #asked = new Map<string, Promise<ServerAnswer | undefined>>();
  #answerer: Answerer<ServerQuestion, ServerAnswer> | undefined;

  constructor(parts: ServerSpeedParts) {
    this.#parts = parts;
    const topics = { asked: "trading.servers.asked", answered: "trading.servers.answered" };
    this.#asking = { ...parts, topics };
    this.#asker = new Asker(this.#asking);
    this.#speeds = new ExchangeSpeeds(parts.clock);
  }

  /** Begins to answer for the servers of this process: in processes that work. */
  start(): void {
    this.#answerer ??= new Answerer({
      ...this.#asking,
      lookMs: LOOK_MS,
      to: () => this.#parts.holders.own(),
      answer: (question, signal) => this.#answer(question, signal),
    });
  }

  /** What waits is given up, and what is measured for others. */
  async stop(): Promise<void> {
    await Promise.all([this.#asker.close(), this.#answerer?.stop()]);
  }

  /**
   * Round trips from a server to two exchanges that are connected here. Takes at most 19 seconds: a server that no process has may
   * get one within two, and a measurement lasts up to ten.
   *
   * @throws marketErrors.serverUnheld, serverUnanswered, notConnectedThere
   */
  async measure(
    serverId: number,
    [first, second]: readonly [string, string],
  ): Promise<readonly [RoundTrips, RoundTrips]> {
    const holder = await this.#findHolder(serverId);
    if (holder === undefined) {
      throw marketErrors.serverUnheld({ id: serverId, seconds: RETRY_SECONDS }, soon());
    }
    return Promise.all([this.#measureAt(holder, serverId, first), this.#measureAt(holder, serverId, second)]);
  }

  /** A server that was rented a moment ago, and one whose process has ended in order, gets a process within a second. */
  async #findHolder(serverId: number): Promise<string | undefined> {
    const { holders, clock } = this.#parts;
    const endMs = toMillis(clock.now()) + HELD_WITHIN_MS;
    for (;;) {
      const holder = await holders.find(serverId);
      if (holder !== undefined || toMillis(clock.now()) >= endMs) return holder;
      await clock.sleep(HELD_LOOK_MS);
    }
  }

  async #measureAt(holder: string, serverId: number, exchange: string): Promise<RoundTrips> {
    const isHere = holder === this.#parts.holders.own();
    const answer = await (isHere ? this.#measureHere(exchange) : this.#ask(holder, serverId, exchange));
    if (answer && "trips" in answer) return answer.trips;
    if (answer?.failure === "not_connected") throw marketErrors.notConnectedThere({ id: serverId, exchange });
    throw marketErrors.serverUnanswered({ id: serverId, seconds: RETRY_SECONDS }, soon());
  }

  async #measureHere(code: string): Promise<ServerAnswer> {
    const exchange = this.#parts.connectedExchange(code);
    return exchange ? { trips: await this.#speeds.measure(exchange) } : { failure: "not_connected" };
  }

  async #answer({ exchange }: ServerQuestion, signal: AbortSignal): Promise<ServerAnswer> {
    try {
      return await orAborted(this.#measureHere(exchange), signal);
    } catch (error) {
      if (!signal.aborted) this.#parts.log.error({ exchange, err: error }, "a round trip could not be measured");
      return { failure: "not_measured" };
    }
  }

  /** Undefined where the process that has the server does not answer, or has it no longer. */
  #ask(holder: string, serverId: number, exchange: string): Promise<ServerAnswer | undefined> {
    const name = `${holder} ${serverId} ${exchange}`;
    const known = this.#asked.get(name);
    if (known) return known;
    const asked = this.#askHolder(holder, serverId, exchange).finally(() => this.#asked.delete(name));
    this.#asked.set(name, asked);
    return asked;
  }

  async #askHolder(holder: string, serverId: number, exchange: string): Promise<ServerAnswer | undefined> {
    const { holders, clock } = this.#parts;
    const [over, lost] = [new AbortController(), new AbortController()];
    const look = async (): Promise<void> => {
      // A database that is away says nothing of the process.
      const now = await holders.find(serverId).catch(() => holder);
      if (now !== holder) lost.abort();
    };
    clock.every(ALIVE_LOOK_MS, look, over.signal);
    try {
      const patience = { withinMs: BEGUN_WITHIN_MS, answerMs: ANSWER_MS, signal: lost.signal };
      const asked = await this.#asker.ask(holder, { exchange }, patience);
      return asked.kind === "answered" ? asked.answer : undefined;
    } finally {
      over.abort();
    }
  }
}

function soon(): { readonly headers: Readonly<Record<string, string>> } {
  return { headers: { "Retry-After": String(RETRY_SECONDS) } };
}
