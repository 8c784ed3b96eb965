import type { SealedPlace } from "../sealed/sealed-place.ts";
import { webhookRecord } from "./store.ts";

/** The keys that sign deliveries of a service. */
export function sealedWebhookSecrets(service: "registry" | "players" | "trading"): SealedPlace {
  return {
    table: `${service}.webhooks`,
    column: "sealed_secret",
    id: "t.id",
    isRow: "t.id = n.id",
    holds: "true",
    record: (id) => webhookRecord({ name: service }, id),
  };
}
