/** Adding a webhook, for the operator. */
import { UserError } from "../../kit/errors/user-error.ts";
import { addWebhook as add, type AddedWebhook, type ManageDeps, type NewWebhook } from "../../kit/webhooks/manage.ts";
import { isPattern, isTellable, type WebhookEvent } from "./core/happening.ts";
import { playersWebhooks } from "./service.ts";

/**
 * Adds a webhook. Answers its secret, this once.
 *
 * @throws UserError for a URL, pattern or event that cannot be meant.
 */
export function addWebhook(deps: ManageDeps<WebhookEvent>, wanted: NewWebhook): Promise<AddedWebhook> {
  return add(playersWebhooks, deps, wanted, (pattern) => {
    if (!isPattern(pattern)) {
      throw new UserError("The pattern must be *, server/ and a server's key, or tribe/ and a tribe's number.");
    }
    if (!isTellable(pattern, wanted.events)) {
      throw new UserError(
        "The pattern server/ notifies of join and leave only: ask for one of them, or use the pattern *.",
      );
    }
    return pattern;
  });
}
