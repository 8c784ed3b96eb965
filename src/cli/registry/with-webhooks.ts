import type { WithWebhooks } from "../change-webhooks.ts";
import { withRegistry } from "./with-registry.ts";

/** Opens the webhooks of the registry for an admin command. */
export const withRegistryWebhooks: WithWebhooks = async (work) => {
  const { addWebhook } = await import("../../registry/webhooks/index.ts");
  return withRegistry(({ webhooks }, platform) =>
    work({ webhooks, add: (wanted) => addWebhook({ ...platform, webhooks }, wanted) }),
  );
};
