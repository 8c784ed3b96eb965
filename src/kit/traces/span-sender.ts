/**
 * Sends spans to the operator's collector, in batches and in the background. Spans wait in a queue of bounded length: a
 * collector that is slow or away costs spans, and never a request.
 */
import { fractionFrom } from "../ids/fraction-from.ts";
import type { Random } from "../ids/ids.ts";
import type { Log } from "../log/log.ts";
import { OutboundError } from "../outbound/error.ts";
import type { Outbound, OutboundAnswer } from "../outbound/outbound.ts";
import { backOffMs } from "../time/back-off.ts";
import type { Clock } from "../time/clock.ts";
import { retryAfterMs } from "../time/retry-after.ts";
import { MINUTE_MS, SECOND_MS } from "../time/spans.ts";
import { otlpJson, type EndedSpan } from "./otlp.ts";
import type { Attributes } from "./traces.ts";

export interface SpanSenderOptions {
  /** Whole, such as `http://127.0.0.1:4318/v1/traces`. */
  readonly url: string;
  /** Credentials of the collector, say. */
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Attributes;
  readonly http: Outbound;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Pick<Log, "info" | "warn">;
}

/** Some two megabytes. Spans beyond this many waiting ones are dropped. */
const MAX_WAITING = 4_096;
const BATCH = 512;
/** How long a span waits for others to be sent with. */
const GATHER_MS = 2 * SECOND_MS;
const TIMEOUT_MS = 10 * SECOND_MS;
/** For all that waits at the end of the process. */
const LAST_MS = 3 * SECOND_MS;
const MAX_ANSWER_BYTES = 65_536;
const PAUSES = { firstMs: SECOND_MS, maxMs: 30 * SECOND_MS };
/** Answers of collectors after which a later try may work (OTLP, section "Retryable response codes"). */
const MAY_PASS: ReadonlySet<number> = new Set([429, 502, 503, 504]);

type Outcome =
  | { readonly kind: "sent" }
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "later"; readonly why: string; readonly waitMs: number | undefined };

export class SpanSender {
  readonly #options: SpanSenderOptions;
  readonly #stopping = new AbortController();
  /** Ends what is in progress, too. */
  readonly #over = new AbortController();
  readonly #waiting: EndedSpan[] = [];
  readonly #counts = { sent: 0, dropped: 0 };
  #failures = 0;
  #gathering = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: SpanSenderOptions) {
    this.#options = options;
  }

  /** Spans since the start: those that the collector took, and those that were lost. */
  get counts(): Readonly<{ sent: number; dropped: number }> {
    return this.#counts;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Never waits and never throws. */
  add(span: EndedSpan): void {
    if (this.#waiting.length >= MAX_WAITING || this.#over.signal.aborted) {
      this.#counts.dropped++;
      return;
    }
    this.#waiting.push(span);
    if (this.#waiting.length === BATCH) this.#gathering.abort();
  }

  /** Sends what waits, for three seconds at most. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#gathering.abort();
    const last = setTimeout(() => this.#over.abort(), LAST_MS);
    await this.#running;
    clearTimeout(last);
    this.#over.abort();
    this.#counts.dropped += this.#waiting.splice(0).length;
    await this.#options.http.close();
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await this.#rest(GATHER_MS);
      for (let goesOn = true; goesOn && this.#waiting.length > 0;) goesOn = await this.#sendBatch();
    }
    // Spans that ended since then, and those that a pause had delayed.
    while (this.#waiting.length > 0 && !this.#over.signal.aborted && (await this.#sendBatch()));
  }

  /** Until the time is up, a batch is full, or the process ends. */
  async #rest(ms: number): Promise<void> {
    this.#gathering = new AbortController();
    if (this.#stopping.signal.aborted || this.#waiting.length >= BATCH) return;
    const signal = AbortSignal.any([this.#gathering.signal, this.#stopping.signal]);
    await this.#options.clock.sleep(ms, signal).catch(() => undefined);
  }

  /** Answers whether the next batch may follow at once. */
  async #sendBatch(): Promise<boolean> {
    const batch = this.#waiting.slice(0, BATCH);
    const outcome = await this.#post(batch);
    if (outcome.kind === "sent") {
      this.#waiting.splice(0, batch.length);
      this.#counts.sent += batch.length;
      if (this.#failures > 0) this.#options.log.info({}, "the collector takes traces again");
      this.#failures = 0;
      return true;
    }
    this.#failures++;
    if (this.#failures === 1) {
      this.#options.log.warn({ why: outcome.why }, "traces could not be sent; requests continue without them");
    }
    if (outcome.kind === "refused") {
      this.#waiting.splice(0, batch.length);
      this.#counts.dropped += batch.length;
      return true;
    }
    const { clock, random } = this.#options;
    const pauseMs = outcome.waitMs ?? backOffMs(this.#failures, PAUSES, fractionFrom(random));
    await clock.sleep(pauseMs, this.#stopping.signal).catch(() => undefined);
    return false;
  }

  async #post(batch: readonly EndedSpan[]): Promise<Outcome> {
    const { url, headers, resource, http, clock } = this.#options;
    try {
      const answer = await http.request({
        url,
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: otlpJson(batch, resource),
        maxBytes: MAX_ANSWER_BYTES,
        timeoutMs: TIMEOUT_MS,
        redirects: 0,
        signal: this.#over.signal,
      });
      return judge(answer, clock);
    } catch (error) {
      if (!(error instanceof OutboundError)) return { kind: "later", why: "the process ends", waitMs: undefined };
      const isFinal = error.kind === "refused" || error.kind === "tooManyRedirects";
      return isFinal ? { kind: "refused", why: error.reason } : { kind: "later", why: error.reason, waitMs: undefined };
    }
  }
}

function judge({ status, headers }: OutboundAnswer, clock: Clock): Outcome {
  if (status >= 200 && status < 300) return { kind: "sent" };
  const why = `the collector answered ${status}`;
  if (!MAY_PASS.has(status)) return { kind: "refused", why };
  return { kind: "later", why, waitMs: retryAfterMs(headers["retry-after"], clock.now(), MINUTE_MS) };
}
