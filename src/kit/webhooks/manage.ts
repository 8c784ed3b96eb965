/** Managing webhooks, for the operator. */
import type { Sealer } from "../auth/seal.ts";
import { UserError } from "../errors/user-error.ts";
import type { Ids, Random } from "../ids/ids.ts";
import { judgeAddress, type OutboundOptions } from "../outbound/outbound.ts";
import type { Clock } from "../time/clock.ts";
import { SIGNED } from "./format.ts";
import type { WebhookService } from "./service.ts";
import { MAX_WEBHOOKS, webhookRecord, type WebhookStore } from "./store.ts";

const MAX_URL_CHARACTERS = 2_000;
const SECRET_BYTES = 32;

export interface NewWebhook {
  readonly url: string;
  readonly pattern: string;
  readonly events: readonly string[];
  /** Default `signed`. */
  readonly format?: string;
}

export interface ManageDeps<EventName extends string = string> {
  readonly webhooks: Pick<WebhookStore<EventName>, "add">;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  /** Further places that deliveries may reach besides public addresses: as the guard that they go through. */
  readonly allowPrivateOutbound: readonly string[];
  /** Looks up the host of the URL; the system's by default. */
  readonly resolver?: OutboundOptions["resolver"];
}

export interface AddedWebhook {
  readonly id: string;
  /** The key of signatures; undefined where nothing is signed. */
  readonly secret: string | undefined;
  /** Why deliveries would fail now, where that may pass. */
  readonly warning?: string;
}

/**
 * Adds a webhook. The key of its signatures is made here and shown this once; it is kept sealed. Whether the URL's host may be reached
 * is judged here and again at each delivery.
 *
 * @param checkPattern answers the pattern as it is kept, and throws UserError for one that cannot be meant.
 * @throws UserError for a URL, pattern or event that cannot be meant, and for a URL that no delivery may go to, and when there
 * are too many webhooks.
 */
export async function addWebhook<EventName extends string>(
  service: WebhookService<EventName>,
  deps: ManageDeps<EventName>,
  wanted: NewWebhook,
  checkPattern: (pattern: string) => string,
): Promise<AddedWebhook> {
  const url = wanted.url.length <= MAX_URL_CHARACTERS && URL.canParse(wanted.url) ? new URL(wanted.url) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "") {
    throw new UserError("The URL of a webhook must be https://..., without a user name or password in it.");
  }
  const pattern = checkPattern(wanted.pattern);
  const isEvent = (text: string): text is EventName => (service.events as readonly string[]).includes(text);
  const wantedEvents = [...new Set(wanted.events)];
  const events = wantedEvents.filter(isEvent);
  if (events.length === 0 || events.length < wantedEvents.length) {
    throw new UserError(`Events are ${service.events.join(", ")}.`);
  }
  const { format, kept, secret } = addressOf(service, url, wanted.format ?? SIGNED, deps.random);
  const warning = await checkReachable(url, deps);
  const id = deps.ids.next("whk");
  const isAdded = await deps.webhooks.add({
    id,
    url: kept,
    format,
    sealedSecret: deps.sealer.seal(Buffer.from(secret), webhookRecord(service, id)),
    events,
    pattern,
    createdAt: deps.clock.now(),
    enabled: true,
  });
  if (!isAdded) throw new UserError(`There are ${MAX_WEBHOOKS} webhooks already. Remove unused ones.`);
  return { id, secret: format === SIGNED ? secret : undefined, ...(warning === undefined ? {} : { warning }) };
}

/**
 * The part of the address kept in clear, and the sealed part: a new key of signatures, or the secret part of the
 * address.
 */
function addressOf<EventName extends string>(
  { formats = {} }: WebhookService<EventName>,
  url: URL,
  format: string,
  random: Random,
): { format: string; kept: string; secret: string } {
  if (format === SIGNED) return { format, kept: url.href, secret: makeWebhookSecret(random) };
  const own = Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (!own) throw new UserError(`Formats are ${[SIGNED, ...Object.keys(formats)].join(", ")}.`);
  const { url: kept, secret } = own.split(url);
  return { format, kept, secret };
}

/** A new key of signatures, as text. */
export function makeWebhookSecret(random: Random): string {
  return Buffer.from(random.bytes(SECRET_BYTES)).toString("base64url");
}

/** Answers why deliveries would fail now, where that may pass. Throws where they would fail for ever. */
async function checkReachable(
  url: URL,
  { allowPrivateOutbound: allowPrivate, resolver }: Pick<ManageDeps, "allowPrivateOutbound" | "resolver">,
): Promise<string | undefined> {
  const verdict = await judgeAddress({ allowPrivate, resolver }, url.href);
  if (verdict.kind === "refused") {
    throw new UserError(
      `Nothing could ever be delivered to ${url.origin}: ${verdict.reason} For a receiver in your own network, or on ` +
        "plain http, name its host in TRIPOD_ALLOW_PRIVATE_OUTBOUND, here and for the server.",
    );
  }
  return verdict.kind === "unknown" ? verdict.reason : undefined;
}
