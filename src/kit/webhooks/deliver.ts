/** One attempt to deliver: signed, bounded, through the guard of outbound requests, and written down. */
import { SealError, type Sealer } from "../auth/seal.ts";
import { invariant } from "../errors/invariant.ts";
import { OutboundError } from "../outbound/error.ts";
import type { Outbound } from "../outbound/outbound.ts";
import type { Clock } from "../time/clock.ts";
import { toSeconds } from "../time/instant.ts";
import { SIGNED, type WebhookFormat } from "./format.ts";
import { signatureOf } from "./signature.ts";
import type { WebhookService } from "./service.ts";
import { webhookRecord, type Delivery, type Webhook, type WebhookStore } from "./store.ts";

/** The dependencies of the jobs of webhooks. */
export interface WebhookDeps<EventName extends string = string> {
  readonly webhooks: WebhookStore<EventName>;
  readonly webhookHttp: Outbound;
  readonly sealer: Sealer;
  readonly clock: Clock;
  /** How long deliveries are kept; default 30, 0 for ever. */
  readonly keptDays?: number;
}

const TIMEOUT_MS = 10_000;
/** The body of a receiver's answer is not read. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const GONE = 410;
/** It is retried like any other failure: another process may have the key, or this one after a restart. */
const CLOSED = "the webhook's secret does not open with the secret keys of this process";

/**
 * Attempts a delivery. Deliveries that were sent, given up or belong to a webhook that is off or gone are left alone,
 * so a second run does no harm. `isLast` says that no attempt follows when this one fails.
 *
 * @throws Error when it should be attempted again.
 */
export async function deliver(
  service: WebhookService,
  deps: WebhookDeps,
  deliveryId: number,
  isLast: boolean,
  signal: AbortSignal,
): Promise<void> {
  const delivery = await deps.webhooks.findDelivery(deliveryId);
  if (!delivery || delivery.deliveredAt !== null || delivery.gaveUpAt !== null) return;
  const webhook = await deps.webhooks.find(delivery.webhookId);
  if (!webhook) return;
  const { revision } = delivery;
  const at = deps.clock.now();
  if (!webhook.enabled) {
    const error = "the webhook is disabled";
    await deps.webhooks.recordAttempt(deliveryId, { at, status: null, error, outcome: "gaveUp", revision });
    return;
  }

  const { status, error, cause, isGone } = await attempt(service, deps, webhook, delivery, signal);
  const delivered = status !== null && error === null;
  if (isGone) await deps.webhooks.setEnabled(webhook.id, false);
  const outcome = delivered ? "delivered" : isLast || isGone ? "gaveUp" : "failed";
  await deps.webhooks.recordAttempt(deliveryId, { at: deps.clock.now(), status, error, outcome, revision });
  if (delivered || isGone) return;
  throw new Error(`delivery ${deliveryId} to webhook ${webhook.id} failed: ${error}`, { cause });
}

interface Outcome {
  readonly status: number | null;
  /** Null where the receiver has taken it. */
  readonly error: string | null;
  /** Where the failure is not the receiver's. */
  readonly cause?: unknown;
  /** The address will never take anything again. */
  readonly isGone?: boolean;
}

/** Sends it, and answers every failure in words that may be shown to the webhook's owner. Throws when it was cut off. */
async function attempt(
  service: WebhookService,
  deps: WebhookDeps,
  webhook: Webhook,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const status = await send(service, deps, webhook, delivery, signal);
    if (status >= 200 && status < 300) return { status, error: null };
    const isGone = status === GONE || formatOf(service, webhook)?.goneStatuses.includes(status) === true;
    return { status, error: `answered ${status}`, isGone };
  } catch (cause) {
    if (cause instanceof OutboundError) return { status: null, error: cause.reason };
    // Nothing is wrong with the delivery: the process stops, or the job took too long.
    if (signal.aborted) throw cause;
    if (cause instanceof SealError) return { status: null, error: CLOSED, cause };
    return { status: null, error: "a fault of Tripod kept it from being sent; the log has more", cause };
  }
}

/** Sends it, and answers the status of the receiver's answer. */
async function send(
  service: WebhookService,
  { webhookHttp, sealer, clock }: WebhookDeps,
  webhook: Webhook,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<number> {
  const secret = sealer.open(webhook.sealedSecret, webhookRecord(service, webhook.id)).toString();
  const own = formatOf(service, webhook);
  const { url, headers, body } = own
    ? { ...own.write(webhook, delivery, secret), headers: {} }
    : signed(service, webhook, delivery, secret, toSeconds(clock.now()));
  const { status } = await webhookHttp.request({
    url,
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
    maxBytes: MAX_ANSWER_BYTES,
    timeoutMs: TIMEOUT_MS,
    redirects: 0,
    signal,
  });
  return status;
}

function formatOf(service: WebhookService, { format }: Webhook): WebhookFormat | undefined {
  const { formats = {} } = service;
  if (format === SIGNED) return undefined;
  invariant(Object.hasOwn(formats, format), "a webhook has a format of its service");
  return formats[format];
}

/** Our own form: the payload with the delivery's id, and a signature over it and the time. */
function signed(
  service: WebhookService,
  { url }: Webhook,
  delivery: Delivery,
  secret: string,
  timestampSeconds: number,
): { url: string; headers: Record<string, string>; body: string } {
  // The id is part of what is signed, and the same for every attempt: receivers drop what they have seen.
  const body = `{"${service.idMember}":"${delivery.id}",${delivery.payload.trim().slice(1)}`;
  const headers = {
    "x-tripod-event": delivery.event,
    "x-tripod-delivery": String(delivery.id),
    "x-tripod-timestamp": String(timestampSeconds),
    "x-tripod-signature": signatureOf(secret, timestampSeconds, body),
  };
  return { url, headers, body };
}
