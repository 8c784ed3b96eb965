/** Asks the questions of exchange-query/create-query, so that a request need not wait for a slow exchange. */
import type { Log } from "../../kit/log/log.ts";
import { AppError } from "../../kit/errors/catalogue.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { Caller } from "../caller.ts";
import { ExchangeFailure } from "../exchanges/index.ts";
import { AccountTurns } from "../account-turns.ts";
import { askExchange, type AskedQuestion, type AskingDeps } from "./ask-exchange.ts";
import { MOST_ANSWER_BYTES, type ExchangeQuery, type ExchangeQueryDeps, type QueryOutcome } from "./store.ts";

export interface QueryDeskDeps {
  readonly queryDesk: QueryAsker;
}

export interface QueryAsker {
  /** Asks a question that is stored. Answers it as it is when it was answered, or after some seconds. */
  begin(query: ExchangeQuery, actor: Caller, question: AskedQuestion): Promise<ExchangeQuery>;
}

/** A request waits this long for the exchange's answer. */
const WAIT_MS = 3_000;
/**
 * This many requests are in progress at the same time, and a limited number of them for one account; the others wait
 * for their turn.
 */
const PLACES = { places: 16, placesOfAccount: 4 };

type QueryDeskParts = AskingDeps & ExchangeQueryDeps & { readonly clock: Clock };

export class QueryDesk implements QueryAsker {
  readonly #deps: QueryDeskParts;
  readonly #log: Log;
  readonly #turns = new AccountTurns(PLACES);

  constructor(deps: QueryDeskParts, log: Log) {
    this.#deps = deps;
    this.#log = log;
  }

  async begin(query: ExchangeQuery, actor: Caller, question: AskedQuestion): Promise<ExchangeQuery> {
    const { clock, exchangeQueries } = this.#deps;
    const ended = new AbortController();
    const asking = this.#turns
      .run(actor.ownerUid, () => this.#ask(query.id, actor, question))
      .finally(() => ended.abort());
    await Promise.race([asking, clock.sleep(WAIT_MS, ended.signal).catch(() => undefined)]);
    const found = await exchangeQueries.findQuery(query.id).catch(() => undefined);
    return found ?? query;
  }

  /** Never fails: what goes wrong is in the answer, or in the log. */
  async #ask(id: number, actor: Caller, question: AskedQuestion): Promise<void> {
    try {
      const { exchangeQueries } = this.#deps;
      if (!(await exchangeQueries.beginQuery(id))) return;
      const outcome = await this.#outcome(actor, question);
      await exchangeQueries.endQuery(id, outcome).catch((error: unknown) => {
        this.#log.error({ query: id, err: error }, "the answer of an exchange could not be stored");
        const { latencyMs, at } = outcome;
        return exchangeQueries.endQuery(id, { error: "The answer could not be stored", latencyMs, at });
      });
    } catch (error) {
      this.#log.error({ query: id, err: error }, "a question to an exchange could not be begun or ended");
    }
  }

  async #outcome(actor: Caller, question: AskedQuestion): Promise<QueryOutcome> {
    const { clock } = this.#deps;
    const began = clock.now();
    const took = () => ({ latencyMs: Math.round((clock.now() - began) / 1000), at: clock.now() });
    try {
      const result = await askExchange(this.#deps, actor, question);
      const bytes = Buffer.byteLength(JSON.stringify(result) ?? "");
      return bytes > MOST_ANSWER_BYTES ? { error: tooLarge(bytes), ...took() } : { result, error: null, ...took() };
    } catch (error) {
      const isTold = error instanceof ExchangeFailure || error instanceof AppError;
      if (!isTold) this.#log.error({ err: error }, "a question to an exchange failed");
      return { error: isTold ? error.message.slice(0, 300) : "The question could not be asked", ...took() };
    }
  }
}

function tooLarge(bytes: number): string {
  return `The answer has ${String(bytes)} bytes. At most ${String(MOST_ANSWER_BYTES)} are stored: ask for one market with code, or for less with since`;
}

/** The same for the work of one transaction: a question is asked when it is committed, and its request does not wait. */
export function askingAfter(afterCommit: (call: () => void) => void, asker: QueryAsker): QueryAsker {
  return {
    begin(query, actor, question) {
      afterCommit(() => void asker.begin(query, actor, question));
      return Promise.resolve(query);
    },
  };
}
