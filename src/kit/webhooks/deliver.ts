/** One attempt to deliver: signed, bounded, through the guard of outbound requests, and written down. */
import type { Sealer } from "../auth/seal.ts";
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
  const at = deps.clock.now();
  if (!webhook.enabled) {
    const error = "the webhook is disabled";
    await deps.webhooks.recordAttempt(deliveryId, { at, status: null, error, outcome: "gaveUp" });
    return;
  }

  const { status, error } = await send(service, deps, webhook, delivery, signal);
  const delivered = status !== null && status >= 200 && status < 300;
  const gone = status !== null && [GONE, ...(formatOf(service, webhook)?.goneStatuses ?? [])].includes(status);
  if (gone) await deps.webhooks.setEnabled(webhook.id, false);
  const outcome = delivered ? "delivered" : isLast || gone ? "gaveUp" : "failed";
  await deps.webhooks.recordAttempt(deliveryId, { at: deps.clock.now(), status, error, outcome });
  if (!delivered && !gone) throw new Error(`delivery ${deliveryId} to webhook ${webhook.id} failed: ${error}`);
}

async function send(
  service: WebhookService,
  { webhookHttp, sealer, clock }: WebhookDeps,
  webhook: Webhook,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<{ status: number | null; error: string | null }> {
  const secret = sealer.open(webhook.sealedSecret, webhookRecord(service, webhook.id)).toString();
  const own = formatOf(service, webhook);
  const { url, headers, body } = own
    ? { ...own.write(webhook, delivery, secret), headers: {} }
    : signed(service, webhook, delivery, secret, toSeconds(clock.now()));
  try {
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
    return { status, error: status >= 200 && status < 300 ? null : `answered ${status}` };
  } catch (error) {
    if (error instanceof OutboundError) return { status: null, error: error.reason };
    throw error;
  }
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
