/** Adding a webhook, for the operator. */
import { UserError } from "../../kit/errors/user-error.ts";
import { addWebhook as add, type AddedWebhook, type ManageDeps, type NewWebhook } from "../../kit/webhooks/manage.ts";
import { couldMatch, parsePattern } from "../tokens/index.ts";
import { registryWebhooks, type WebhookEvent } from "./service.ts";

/**
 * Adds a webhook for the servers of a pattern, as in permissions. Returns its secret, only this once.
 *
 * @throws UserError for a URL, pattern or event that cannot be meant.
 */
export function addWebhook(deps: ManageDeps<WebhookEvent>, wanted: NewWebhook): Promise<AddedWebhook> {
  return add(registryWebhooks, deps, wanted, (text) => {
    const pattern = parsePattern(text);
    if (pattern !== undefined && couldMatch(pattern)) return pattern;
    throw new UserError(
      "The pattern must be a server name (com.example/weather), or the beginning of one followed by * (com.example/*).",
    );
  });
}
