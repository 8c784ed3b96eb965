/** Deliveries as messages of Discord: its webhooks take no other form. */
import { UserError } from "../../kit/errors/user-error.ts";
import { parseJson } from "../../kit/text/parse-json.ts";
import type { WebhookFormat } from "../../kit/webhooks/format.ts";
import { discordMessage, type ToldPayload } from "./core/discord-message.ts";
import type { WebhookEvent } from "./core/happening.ts";

/** `/api/webhooks/ID/TOKEN`, also with the version of the interface. */
const PATH = /^(\/api(?:\/v\d{1,2})?\/webhooks\/\d{1,20})\/([\w-]{20,100})$/;
/** Shows no preview of addresses in names. */
const SUPPRESS_EMBEDS = 4;

/** @see https://discord.com/developers/docs/resources/webhook#execute-webhook */
export const discordFormat: WebhookFormat<WebhookEvent> = {
  split(url) {
    const [, path, token] = PATH.exec(url.pathname.slice(0, 300)) ?? [];
    if (path === undefined || token === undefined || url.hash !== "") {
      throw new UserError("The URL of a Discord webhook ends in /api/webhooks/, a number, a slash and a token.");
    }
    return { url: `${url.origin}${path}${url.search}`, secret: token };
  },

  write(webhook, delivery, token) {
    const url = new URL(webhook.url);
    url.pathname += `/${token}`;
    const content = discordMessage(parseJson(delivery.payload) as ToldPayload);
    return {
      url: url.href,
      body: JSON.stringify({ content, allowed_mentions: { parse: [] }, flags: SUPPRESS_EMBEDS }),
    };
  },

  // Unknown webhook, and a token that is no longer its own. Discord blocks clients that keep asking.
  goneStatuses: [401, 404],
};
