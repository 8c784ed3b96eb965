/** How long round trips to exchanges take from this process. */
import type { Clock } from "../../kit/time/clock.ts";
import { remembered } from "../../kit/time/remembered.ts";
import { ExchangeFailure, type Exchange } from "../exchanges/index.ts";
import { roundTrips, type RoundTrips } from "./core/round-trips.ts";

const SAMPLES = 5;
/** An answer that takes longer is lost. */
const LONGEST_MS = 2_000;
/** All callers within this time get the same figures: measuring uses budget that is kept for cancels. */
const REMEMBERED_MS = 10_000;

/** The longest measurement. */
export const MEASURED_WITHIN_MS = SAMPLES * LONGEST_MS;

export class ExchangeSpeeds {
  readonly #clock: Clock;
  readonly #measured = new Map<string, () => Promise<RoundTrips>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Round trips one after the other, at most some seconds long in all. Never fails: what is not answered is lost. */
  measure(exchange: Exchange): Promise<RoundTrips> {
    const { code } = exchange;
    const known = this.#measured.get(code) ?? remembered(this.#clock, REMEMBERED_MS, () => this.#sample(exchange));
    this.#measured.set(code, known);
    return known();
  }

  async #sample(exchange: Exchange): Promise<RoundTrips> {
    const trips: (number | undefined)[] = [];
    for (let sample = 0; sample < SAMPLES; sample++) {
      const trip = await this.#ping(exchange);
      trips.push(trip);
      // One that is away is not asked again and again.
      if (trips.length === 2 && trips.every((each) => each === undefined)) break;
    }
    return roundTrips(trips);
  }

  async #ping(exchange: Exchange): Promise<number | undefined> {
    const ended = new AbortController();
    const late = this.#clock.sleep(LONGEST_MS, ended.signal).then(
      () => undefined,
      () => undefined,
    );
    try {
      return await Promise.race([exchange.ping(), late]);
    } catch (error) {
      if (error instanceof ExchangeFailure) return undefined;
      throw error;
    } finally {
      ended.abort();
    }
  }
}
