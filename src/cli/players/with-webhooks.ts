import type { WithWebhooks } from "../change-webhooks.ts";
import { withPlatform } from "./with-platform.ts";

/** Opens the webhooks of players for an admin command. */
export const withPlayersWebhooks: WithWebhooks = async (work) => {
  const { addWebhook } = await import("../../players/webhooks/index.ts");
  const { playersWebhookStore } = await import("../../players/webhooks/sql/players-webhook-store.ts");
  return withPlatform((platform) => {
    const webhooks = playersWebhookStore(platform.db);
    return work({ webhooks, add: (wanted) => addWebhook({ ...platform, webhooks }, wanted) });
  });
};
