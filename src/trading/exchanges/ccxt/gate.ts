/**
 * Every request to an exchange passes through here, from whichever part of the library: the breaker, the rate budget,
 * the exchange's clock, a time limit. Its outcome updates the exchange's health.
 */
import type { Clock } from "../../../kit/time/clock.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import type { Log } from "../../../kit/log/log.ts";
import type { Traces } from "../../../kit/traces/traces.ts";
import { Breaker } from "../core/breaker.ts";
import { ClockOffset } from "../core/clock-offset.ts";
import { nextState, shownState } from "../core/health.ts";
import type { ConnectionEvent, ConnectionState } from "../core/health.ts";
import type { RateBudget } from "../core/rate-budget.ts";
import { checkTerms } from "../core/send-terms.ts";
import { failureVerdict } from "../core/failure-verdict.ts";
import { ExchangeFailure } from "../core/failure.ts";
import type { ExchangeHealth } from "../port.ts";
import { errorFacts } from "./error-facts.ts";
import { patienceMs, type Attempt, type GateContext } from "./gate-context.ts";
import type { CcxtExchange } from "./library.ts";
import { watchFetch, type Leaving } from "./watch-fetch.ts";
import { expiring, receiveWindow } from "./order-expiry.ts";
import type { Expiring } from "./order-expiry.ts";
import type { OrderExpiry } from "./quirk-shapes.ts";
import { takePlace } from "./take-place.ts";
import { recordRequests } from "./record-requests.ts";
import { requireReadable } from "./readable-answers.ts";
import { isSilence, LateAnswer, silenceOf } from "./silent-exchange.ts";

/** How long nothing is sent when the exchange says "too many" without saying for how long. */
const DEFAULT_STOP_MS = 5_000;
const DEFAULT_BAN_MS = 120_000;
/** Some requests cost nothing by the library's list. No request is free here. */
const MIN_COST = 0.01;

/** Without a reason of its own, an abort makes an error with a stack. */
const OVER = "over";

/** For the meaning of an error, whatever was asked. */
const TOLD = { intent: "read", wasSent: false } as const;

const MAINTENANCE = "The exchange is under maintenance";
/** Nonces grow by one at least, but for steps back that are longer than this. */
const MAX_STEP_BACK = 1000;

export interface GateOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly budget: RateBudget;
  readonly timeoutMs: number;
  readonly orderExpiry?: OrderExpiry | undefined;
  readonly traces?: Traces | undefined;
}

/** One for each exchange, shared by everything that speaks to it. */
export class ExchangeGate {
  readonly clockOffset = new ClockOffset();
  readonly #options: GateOptions;
  readonly #breaker = new Breaker();
  readonly #listeners = new Set<(health: ExchangeHealth) => void>();
  #state: ConnectionState = "starting";
  /** By its own word, the exchange is under maintenance. */
  #isClosed = false;
  #isEnded = false;
  #health: ExchangeHealth;
  readonly #leaving: Leaving;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#health = { state: "down", reason: "Not connected yet", sinceMs: this.nowMs() };
    this.#leaving = {
      timeoutMs: options.timeoutMs,
      nowMs: () => this.nowMs(),
      mayLeave: (attempt) => this.#mayLeave(attempt),
      expiryHeaders: (exchange, attempt) => this.#expiring(exchange, attempt).headers,
    };
  }

  nowMs(): number {
    return toMillis(this.#options.clock.now());
  }

  get health(): ExchangeHealth {
    return this.#health;
  }

  /** How long nothing is sent, because the exchange has said so to a process of this address; 0 for not at all. */
  get stoppedMs(): number {
    return this.#options.budget.stopped(this.nowMs())?.forMs ?? 0;
  }

  /** The state that the exchange itself reports: under maintenance, single answers do not make it healthy. */
  told(isClosed: boolean): void {
    this.#isClosed = isClosed;
    if (isClosed) this.happened("closed", MAINTENANCE);
    else this.happened("answered", "");
  }

  /** Calls back whenever the health changes, until the answer is called. */
  onHealth(listener: (health: ExchangeHealth) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Nothing is sent from now on. */
  close(): void {
    this.#isEnded = true;
    this.#listeners.clear();
  }

  /** An event that affects the exchange's health. */
  happened(event: ConnectionEvent, reason: string): void {
    const before = this.#health;
    this.#state = nextState(this.#state, event);
    const state = shownState(this.#state);
    const shown = state === "ok" ? "" : event === "answered" || event === "heard" ? before.reason : reason;
    if (state === before.state && (state === "ok" || shown === before.reason)) return;
    this.#health = { state, reason: shown, sinceMs: state === before.state ? before.sinceMs : this.nowMs() };
    if (state !== before.state) this.#options.log.info({ state, reason: shown }, "an exchange's health changed");
    for (const listener of this.#listeners) listener(this.#health);
  }

  /** Leads all requests of an instance of the library through this gate. */
  guard(exchange: CcxtExchange, context: GateContext): void {
    const { fetch2 } = exchange;
    exchange.milliseconds = () => this.nowMs() + this.clockOffset.offsetMs;
    const nonce = exchange.nonce.bind(exchange);
    const { pace } = context;
    exchange.nonce = () => {
      const next = nonce();
      // A long step back is a clock that was put right.
      pace.lastNonce = next < pace.lastNonce - MAX_STEP_BACK ? next : Math.max(pace.lastNonce + 1, next);
      return pace.lastNonce;
    };
    requireReadable(exchange, () => this.nowMs());
    watchFetch(exchange, context, this.#leaving);
    exchange.fetch2 = async (path, api, method, ...rest) => {
      const [params, headers, body, config] = rest;
      const cost = exchange.calculateRateLimiterCost(api, method, path, params ?? {}, config ?? {});
      return await this.ask(context, cost, () => {
        if (method === "GET") return fetch2.call(exchange, path, api, method, ...rest);
        const { parameters, setOptions } = this.#expiring(exchange, context.attempt);
        const setBack = setOptions();
        try {
          // The library signs in this turn.
          return fetch2.call(
            exchange,
            path,
            api,
            method,
            { ...(params as object), ...parameters },
            headers,
            body,
            config,
          );
        } finally {
          setBack();
        }
      });
    };
    if (this.#options.traces) recordRequests(exchange, this.#options.traces);
  }

  /**
   * Asks the exchange when the question has its place in the rate budget. The outcome updates the exchange's health.
   *
   * @param request asks within the turn of its call
   */
  async ask<T>(context: GateContext, cost: number, request: () => Promise<T>): Promise<T> {
    await this.#admit(context, cost);
    return await this.#outcome(context, request);
  }

  /** For how long from now on the exchange may take an order, milliseconds: where it is told that by a window. */
  receiveWindowMs({ terms: { notAfterMs = Infinity } }: Attempt): number {
    return receiveWindow(Math.max(0, notAfterMs - this.nowMs()));
  }

  /** @throws ExchangeFailure when the request is no longer wanted */
  #mayLeave({ terms, isOver }: Attempt): void {
    if (isOver)
      throw new ExchangeFailure("withheld", "late", "The request was not sent: its caller was answered before");
    checkTerms(terms, this.nowMs());
  }

  #expiring(exchange: CcxtExchange, { terms }: Attempt): Expiring {
    const { notAfterMs } = terms;
    const expiry = notAfterMs === undefined ? undefined : this.#options.orderExpiry;
    const nowMs = this.nowMs();
    const leftMs = Math.max(0, (notAfterMs ?? nowMs) - nowMs);
    return expiring(exchange, expiry, { leftMs, nowMs: nowMs + this.clockOffset.offsetMs });
  }

  /** Waits for a place in the budget. Fails at once where it would have to wait for too long. */
  async #admit(context: GateContext, cost: number): Promise<void> {
    const { budget, clock } = this.#options;
    if (this.#isEnded) throw new ExchangeFailure("unavailable", "network", "The connection to the exchange was closed");
    if (!this.#breaker.admits(context, this.nowMs())) {
      throw new ExchangeFailure("unavailable", "breakerOpen", `The exchange does not answer: ${this.#health.reason}`, {
        retryAfterMs: this.#breaker.retryAfterMs(this.nowMs()),
      });
    }
    this.#mayLeave(context.attempt);
    const endMs = this.nowMs() + patienceMs(context, this.nowMs());
    const wasHeld = await this.#waitForKey(context, endMs);
    const hasWaited = await takePlace(budget, clock, {
      cost: Math.max(cost, MIN_COST),
      urgent: context.urgent,
      maxWaitMs: endMs - this.nowMs(),
    });
    if (wasHeld || hasWaited) this.#mayLeave(context.attempt);
  }

  /** Waits until the exchange takes requests of this key again. Answers whether it has waited. */
  async #waitForKey({ pace }: GateContext, endMs: number): Promise<boolean> {
    let hasWaited = false;
    for (let leftMs = pace.heldUntilMs - this.nowMs(); leftMs > 0; leftMs = pace.heldUntilMs - this.nowMs()) {
      if (pace.heldUntilMs > endMs) {
        const options = { retryAfterMs: leftMs };
        throw new ExchangeFailure(
          "unavailable",
          "rateLimited",
          "The exchange asks for fewer requests of this key",
          options,
        );
      }
      hasWaited = true;
      await this.#options.clock.sleep(leftMs);
    }
    return hasWaited;
  }

  async #outcome<T>(context: GateContext, request: () => Promise<T>): Promise<T> {
    const { clock, timeoutMs } = this.#options;
    const done = new AbortController();
    // The library limits the wait for an answer's head only: an answer that stops half way would never end.
    const tooLate = clock.sleep(timeoutMs + 1000, done.signal).then(
      () => {
        throw new LateAnswer(`The answer was not complete after ${String(timeoutMs + 1000)} ms`);
      },
      () => new Promise<never>(() => {}),
    );
    try {
      const answer = await Promise.race([request(), tooLate]);
      this.#answered();
      return answer;
    } catch (error) {
      // A failure of our own says nothing about the exchange.
      if (!(error instanceof ExchangeFailure)) this.#noteError(error, context);
      throw error;
    } finally {
      done.abort(OVER);
    }
  }

  #answered(): void {
    this.#breaker.answered();
    if (!this.#isClosed) this.happened("answered", "");
  }

  #noteError(error: unknown, { isPublic, secrets, pace }: GateContext): void {
    const facts = errorFacts(error, secrets);
    const { classes, status, retryAfterMs, message } = facts;
    const nowMs = this.nowMs();
    // Some exchanges tell a limit in an answer of status 200. It may be the limit of the key alone.
    const isLimited = status !== undefined && failureVerdict({ ...TOLD, ...facts }).reason === "rateLimited";
    if (isLimited && status !== 429 && !isPublic) {
      pace.heldUntilMs = Math.max(pace.heldUntilMs, nowMs + (retryAfterMs ?? DEFAULT_STOP_MS));
      this.#answered();
    } else if (status === 418 || status === 429 || isLimited) {
      const isBan = status === 418;
      this.#options.budget.stop(
        isBan ? "banned" : "rateLimited",
        nowMs + (retryAfterMs ?? (isBan ? DEFAULT_BAN_MS : DEFAULT_STOP_MS)),
      );
      if (isBan) this.#options.log.error({}, "an exchange has banned this address for a time");
      this.happened(
        isBan ? "cutOff" : "failed",
        isBan ? "The exchange has banned this address for a time" : "The exchange asks for fewer requests",
      );
    } else if (classes.includes("OnMaintenance")) {
      this.happened("closed", MAINTENANCE);
    } else if (isSilence(classes, status)) {
      this.#breaker.failed(nowMs);
      this.happened(this.#breaker.isOpen ? "cutOff" : "failed", isPublic ? message : silenceOf(status));
    } else if (status !== undefined) {
      this.#answered();
    }
  }
}
