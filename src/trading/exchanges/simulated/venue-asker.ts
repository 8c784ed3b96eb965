/** Asks the process that hosts a simulated venue, and waits for its answer. */
import { Asker, type Asked } from "../../../kit/asking/asker.ts";
import type { AskingParts } from "../../../kit/asking/questions.ts";
import type { Bus } from "../../../kit/bus/bus.ts";
import type { Log } from "../../../kit/log/log.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { ExchangeFailure } from "../core/failure.ts";
import { isChange, valueOf, type VenueAnswer, type VenueQuestion, type VenueRequestStore } from "./venue-requests.ts";

/** Longer than it takes until another process hosts the venue of one that was killed. */
const LIMIT_MS = 20_000;
/** What the host has begun with is answered within this time: an account is saved within 5 seconds. */
const ANSWER_MS = 6_000;

export interface VenueLine {
  readonly code: string;
  readonly requests: VenueRequestStore;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
}

/** What both sides of a venue need. */
export function partsOf({ code, requests, bus, clock, log }: VenueLine): AskingParts<VenueQuestion, VenueAnswer> {
  const topics = { asked: `simulated.asked.${code}`, answered: `simulated.answered.${code}` };
  return { questions: requests, bus, topics, clock, log: log.child({ exchange: code }) };
}

export class VenueAsker {
  readonly #code: string;
  readonly #asker: Asker<VenueQuestion, VenueAnswer>;

  constructor(line: VenueLine) {
    this.#code = line.code;
    this.#asker = new Asker(partsOf(line));
  }

  /**
   * @param withinMs after this time the host does not begin with it
   * @throws ExchangeFailure of the host, or `unavailable` where no process hosts the venue, or `unknown` where a change was not
   *   answered
   */
  async ask(question: VenueQuestion, withinMs = LIMIT_MS): Promise<unknown> {
    if (this.#asker.isClosed) throw closed();
    let asked: Asked<VenueAnswer>;
    try {
      const patience = { withinMs: Math.min(LIMIT_MS, withinMs), answerMs: ANSWER_MS };
      asked = await this.#asker.ask(this.#code, question, patience);
    } catch (error) {
      throw unanswered(question, error);
    }
    if (asked.kind === "answered") return valueOf(asked.answer);
    throw asked.kind === "not_taken" ? away() : unanswered(question);
  }

  close(): Promise<void> {
    return this.#asker.close();
  }
}

function away(): ExchangeFailure {
  return new ExchangeFailure("unavailable", "maintenance", "no process hosts this simulated exchange now; ask again");
}

function closed(): ExchangeFailure {
  return new ExchangeFailure("unavailable", "network", "the exchange is closed");
}

function unanswered(asked: VenueQuestion, cause?: unknown): ExchangeFailure {
  const message = "the process that hosts this simulated exchange has not answered";
  return isChange(asked)
    ? new ExchangeFailure("unknown", "timeout", message, { cause })
    : new ExchangeFailure("unavailable", "timeout", message, { cause });
}
