/** Managing webhooks, for the operator. */
import type { Sealer } from "../../kit/auth/seal.ts";
import { UserError } from "../../kit/errors/user-error.ts";
import type { Ids, Random } from "../../kit/ids/ids.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { parsePattern } from "../tokens/index.ts";
import { WEBHOOK_EVENTS, webhookRecord, type WebhookEvent, type WebhookStore } from "./store.ts";

const MAX_URL_CHARACTERS = 2_000;
const SECRET_BYTES = 32;

export interface NewWebhook {
  readonly url: string;
  readonly pattern: string;
  readonly events: readonly string[];
}

/**
 * Adds a webhook. The secret is made here and shown this once; it is kept sealed. Whether the URL's host may be reached
 * is judged at each delivery.
 *
 * @throws UserError for a URL, pattern or event that cannot be meant.
 */
export async function addWebhook(
  deps: { webhooks: WebhookStore; sealer: Sealer; clock: Clock; ids: Ids; random: Random },
  wanted: NewWebhook,
): Promise<{ id: string; secret: string }> {
  const url = URL.canParse(wanted.url) ? new URL(wanted.url) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || wanted.url.length > MAX_URL_CHARACTERS) {
    throw new UserError("The URL of a webhook must be https://..., without a user name or password in it.");
  }
  const pattern = parsePattern(wanted.pattern);
  if (pattern === undefined)
    throw new UserError("The pattern must be a server name, or the beginning of one followed by *.");
  const unknown = wanted.events.find((event) => !isEvent(event));
  if (unknown !== undefined || wanted.events.length === 0) {
    throw new UserError(`Events are ${WEBHOOK_EVENTS.join(", ")}.`);
  }
  const id = deps.ids.next("whk");
  const secret = Buffer.from(deps.random.bytes(SECRET_BYTES)).toString("base64url");
  await deps.webhooks.add({
    id,
    url: url.href,
    sealedSecret: deps.sealer.seal(Buffer.from(secret), webhookRecord(id)),
    events: wanted.events.filter(isEvent),
    pattern,
    createdAt: deps.clock.now(),
    enabled: true,
  });
  return { id, secret };
}

function isEvent(text: string): text is WebhookEvent {
  return (WEBHOOK_EVENTS as readonly string[]).includes(text);
}
