/** Asks the process that hosts a simulated venue, and waits for its answer. */
import type { Bus } from "../../../kit/bus/bus.ts";
import type { Log } from "../../../kit/log/log.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { orAfter } from "../../../kit/time/or-after.ts";
import { ExchangeFailure } from "../core/failure.ts";
import { isChange, valueOf, type VenueAnswer, type VenueQuestion, type VenueRequestStore } from "./venue-requests.ts";

/** Longer than it takes until another process hosts the venue of one that was killed. */
const LIMIT_MS = 20_000;
/** What the host has begun with is answered within this time: an account is saved within 5 seconds. */
const ANSWER_MS = 6_000;
/** Answers are looked for this often, and sooner after a hint. */
const LOOK_MS = 100;

export interface VenueLine {
  readonly code: string;
  readonly requests: VenueRequestStore;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
}

/** Hint: something waits for the host of a venue. */
export function askedTopic(code: string): string {
  return `simulated.asked.${code}`;
}

/** Hint: something was answered. */
export function answeredTopic(code: string): string {
  return `simulated.answered.${code}`;
}

interface Waiting {
  readonly untilMs: number;
  readonly asked: VenueQuestion;
  readonly resolve: (answer: VenueAnswer) => void;
}

export class VenueAsker {
  readonly #line: VenueLine;
  readonly #waiting = new Map<number, Waiting>();
  readonly #unlisten: () => void;
  #collecting: Promise<void> | undefined;
  #isClosed = false;
  #wakeUp: () => void = () => undefined;

  constructor(line: VenueLine) {
    this.#line = line;
    this.#unlisten = line.bus.subscribe(answeredTopic(line.code), () => this.#wakeUp());
  }

  /**
   * @param withinMs after this time the host does not begin with it
   * @throws ExchangeFailure of the host, or `unavailable` where no process hosts the venue, or `unknown` where a change was not
   *   answered
   */
  async ask(asked: VenueQuestion, withinMs = LIMIT_MS): Promise<unknown> {
    const { requests, bus, code } = this.#line;
    if (this.#isClosed) throw closed();
    const limitMs = Math.min(LIMIT_MS, withinMs);
    let id: number;
    try {
      id = await requests.ask(asked, limitMs);
    } catch (error) {
      throw unanswered(asked, error);
    }
    const answer = new Promise<VenueAnswer>((resolve) => {
      this.#waiting.set(id, { untilMs: this.#nowMs() + limitMs + ANSWER_MS, asked, resolve });
    });
    void bus.publish(askedTopic(code), String(id));
    this.#begin();
    return valueOf(await answer);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unlisten();
    this.#wakeUp();
    await this.#collecting;
  }

  /** A request that comes while the last answer ends the collecting begins it again. */
  #begin(): void {
    this.#collecting ??= this.#collect().finally(() => {
      this.#collecting = undefined;
      if (this.#waiting.size > 0) this.#begin();
    });
  }

  async #collect(): Promise<void> {
    while (this.#waiting.size > 0) {
      const woken = new Promise<void>((resolve) => (this.#wakeUp = resolve));
      try {
        for (const [id, answer] of await this.#line.requests.collect([...this.#waiting.keys()])) this.#end(id, answer);
      } catch (error) {
        this.#line.log.warn(
          { exchange: this.#line.code, err: error },
          "answers of a simulated venue could not be read",
        );
      }
      for (const [id, { untilMs }] of this.#waiting) {
        if (this.#isClosed || this.#nowMs() >= untilMs) await this.#giveUp(id);
      }
      if (this.#waiting.size > 0) await orAfter(woken, LOOK_MS, this.#line.clock);
    }
  }

  #end(id: number, answer: VenueAnswer): void {
    this.#waiting.get(id)?.resolve(answer);
    this.#waiting.delete(id);
  }

  /** It must be certain whether the host may still begin with it. */
  async #giveUp(id: number): Promise<void> {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    const withdrawn = await this.#line.requests.withdraw(id).catch(() => "taken" as const);
    if (typeof withdrawn === "object") this.#end(id, withdrawn.answer);
    else this.#end(id, failureAnswer(withdrawn === "not_taken" ? away() : unanswered(waiting.asked)));
  }

  #nowMs(): number {
    return toMillis(this.#line.clock.now());
  }
}

function failureAnswer({ kind, reason, message }: ExchangeFailure): VenueAnswer {
  return { failure: { kind, reason, message } };
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
