/** `tripod registry webhook ...`. */
import { UserError } from "../../kit/errors/user-error.ts";
import { formatInstant } from "../../kit/time/instant.ts";
import { withRegistry } from "./with-registry.ts";

export async function addWebhook(url: string, options: { pattern: string; events: string[] }): Promise<void> {
  const { addWebhook: add } = await import("../../registry/webhooks/index.ts");
  const made = await withRegistry(({ webhooks }, platform) => add({ ...platform, webhooks }, { url, ...options }));
  process.stdout.write(`${made.id}\n`);
  process.stderr.write(`Key of the signatures, shown only now: ${made.secret}\n`);
}

export async function listWebhooks(): Promise<void> {
  const all = await withRegistry(({ webhooks }) => webhooks.list());
  if (all.length === 0) process.stderr.write("There are no webhooks.\n");
  for (const each of all) {
    const state = each.enabled ? "enabled" : "disabled";
    process.stdout.write(`${each.id}  ${state}  ${each.pattern}  ${each.events.join(",")}  ${each.url}\n`);
  }
}

export async function changeWebhook(change: "enable" | "disable" | "remove", id: string): Promise<void> {
  const found = await withRegistry(({ webhooks }) =>
    change === "remove" ? webhooks.remove(id) : webhooks.setEnabled(id, change === "enable"),
  );
  if (!found) throw new UserError(`There is no webhook ${id}. "tripod registry webhook list" shows all.`);
  process.stdout.write(`${id}: ${change === "remove" ? "removed" : `${change}d`}\n`);
}

export async function listDeliveries(webhookId: string | undefined, { limit }: { limit: number }): Promise<void> {
  const rows = await withRegistry(({ webhooks }) =>
    webhooks.listDeliveries({ webhookId, limit: Math.min(limit, 10_000) }),
  );
  if (rows.length === 0) process.stderr.write("Nothing was sent yet.\n");
  for (const row of rows) {
    const state = row.deliveredAt !== null ? "delivered" : row.gaveUpAt !== null ? "given up" : "waiting";
    const last = row.lastError ?? row.lastStatus ?? "";
    const tries = `${row.attempts} ${row.attempts === 1 ? "try" : "tries"}`;
    process.stdout.write(
      `${row.id}  ${formatInstant(row.createdAt)}  ${row.webhookId}  ${row.event}  ${state}, ${tries}  ${last}\n`,
    );
  }
}

export async function redeliver(delivery: number): Promise<void> {
  const found = await withRegistry(({ webhooks }) => webhooks.redeliver(delivery));
  if (!found) throw new UserError(`There is no delivery ${delivery}.`);
  process.stdout.write(`${delivery}: will be sent again\n`);
}
