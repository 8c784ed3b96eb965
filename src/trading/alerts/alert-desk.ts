/**
 * Sends alerts by the ways that users have chosen, in every process that works: decides who is sent what, and makes the
 * requests to users' bots. Mails go through the outbox of mail.
 */
import { SealError, type Sealer } from "../../kit/auth/seal.ts";
import type { Log } from "../../kit/log/log.ts";
import { SparingLog } from "../../kit/log/sparing-log.ts";
import type { Metrics } from "../../kit/metrics/metrics.ts";
import { OutboundError } from "../../kit/outbound/error.ts";
import type { Outbound } from "../../kit/outbound/outbound.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { plusMillis } from "../../kit/time/instant.ts";
import { MINUTE_MS, SECOND_MS } from "../../kit/time/spans.ts";
import { botRecord } from "./bot-record.ts";
import { judgeAnswer, pauseMs, type Judgement } from "./core/telegram-answer.ts";
import type { AlertOutbox, ClaimedMessage, MessageQueue } from "./store.ts";
import { addTelegramMetrics } from "./telegram-metrics.ts";

export interface AlertDeskDeps {
  readonly outbox: AlertOutbox;
  readonly queue: MessageQueue;
  readonly botHttp: Outbound;
  readonly sealer: Pick<Sealer, "open">;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
  readonly alertsPerDay: number;
}

const LOOK_MS = SECOND_MS;
/** Requests to bots of this process that are in progress at once, each of another user. */
const AT_ONCE = 16;
const TIMEOUT_MS = 10 * SECOND_MS;
/** Longer than an attempt: then a process that died loses its claims. */
const CLAIM_MS = MINUTE_MS;
const MAX_ANSWER_BYTES = 65_536;

export class AlertDesk {
  readonly #deps: AlertDeskDeps;
  readonly #attempts: Record<Judgement["kind"], number> = { sent: 0, refused: 0, later: 0 };
  readonly #sending = new Set<Promise<void>>();
  readonly #ended = new AbortController();
  #running: Promise<void> | undefined;

  constructor(deps: AlertDeskDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Requests in progress are aborted, and attempted by another process when their claims are over. */
  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#running;
    await Promise.all(this.#sending);
  }

  metrics(metrics: Metrics): void {
    addTelegramMetrics(metrics, this.#attempts);
  }

  async #run(): Promise<void> {
    const { clock } = this.#deps;
    const { signal } = this.#ended;
    const log = new SparingLog(this.#deps);
    while (!signal.aborted) {
      await this.#look().catch((error: unknown) => log.warn(error, "alerts could not be sent; tried again"));
      await clock.sleep(LOOK_MS, signal).catch(() => undefined);
    }
  }

  async #look(): Promise<void> {
    const { outbox, queue, clock, alertsPerDay } = this.#deps;
    while (!this.#ended.signal.aborted && (await outbox.decide(clock.now(), alertsPerDay)) > 0);
    const room = AT_ONCE - this.#sending.size;
    if (room <= 0) return;
    const now = clock.now();
    for (const message of await queue.claim(now, plusMillis(now, CLAIM_MS), room)) {
      const attempt: Promise<void> = this.#attempt(message).finally(() => this.#sending.delete(attempt));
      this.#sending.add(attempt);
    }
  }

  async #attempt(message: ClaimedMessage): Promise<void> {
    const { queue, clock, log } = this.#deps;
    try {
      const judgement = await this.#send(message);
      // A process that stops has been refused nothing.
      if (this.#ended.signal.aborted && judgement.kind !== "sent") return;
      this.#attempts[judgement.kind]++;
      const now = clock.now();
      if (judgement.kind === "sent") return await queue.markSent(message, now);
      const { error } = judgement;
      if (judgement.kind === "refused") return await queue.giveUp(message, error);
      const dueAt = plusMillis(now, judgement.waitMs);
      await (dueAt >= message.expiresAt ? queue.giveUp(message, error) : queue.retryLater(message, error, dueAt));
    } catch (error) {
      log.warn({ message: message.id, err: error }, "a message to a bot could not be sent; tried again");
    }
  }

  /** One request, whose answer says what comes next. */
  async #send({ uid, text, tries, botUrl, sealedToken, chatId, expiresAt }: ClaimedMessage): Promise<Judgement> {
    const { botHttp, sealer, clock } = this.#deps;
    if (clock.now() >= expiresAt) return { kind: "refused", error: "it could not be sent for a day" };
    try {
      const token = sealer.open(sealedToken, botRecord(uid)).toString();
      const answer = await botHttp.request({
        url: `${botUrl}/bot${token}/sendMessage`,
        method: "POST",
        headers: { "content-type": "application/json" },
        // No parse_mode: what exchanges and users have written is shown as it is. Nothing is fetched for a preview.
        body: JSON.stringify({ chat_id: chatId, text, link_preview_options: { is_disabled: true } }),
        maxBytes: MAX_ANSWER_BYTES,
        timeoutMs: TIMEOUT_MS,
        redirects: 0,
        // One of its own: many requests would listen to the one of the desk.
        signal: AbortSignal.any([this.#ended.signal]),
      });
      const retryAfter = answer.headers["retry-after"];
      return judgeAnswer({ status: answer.status, body: answer.body.toString(), retryAfter }, tries, clock.now());
    } catch (error) {
      if (error instanceof SealError)
        return { kind: "refused", error: "its token was sealed with a key that is not here" };
      if (error instanceof OutboundError) return { kind: "later", error: error.reason, waitMs: pauseMs(tries) };
      if (this.#ended.signal.aborted) return { kind: "later", error: "the process stops", waitMs: 0 };
      throw error;
    }
  }
}
