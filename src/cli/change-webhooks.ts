/** The commands of `webhook-commands.ts`. */
import { UserError } from "../kit/errors/user-error.ts";
import { formatInstant } from "../kit/time/instant.ts";
import type { AddedWebhook, NewWebhook } from "../kit/webhooks/manage.ts";
import type { Delivery, WebhookStore } from "../kit/webhooks/store.ts";
import { writeJson } from "./write-json.ts";

/** A service's webhooks, open. */
export interface OpenWebhooks {
  readonly webhooks: WebhookStore;
  readonly add: (wanted: NewWebhook) => Promise<AddedWebhook>;
}

/** Opens a service's webhooks, beside a server that runs or alone, and closes them again. */
export type WithWebhooks = <Result>(work: (open: OpenWebhooks) => Promise<Result>) => Promise<Result>;

export async function addWebhook(
  withWebhooks: WithWebhooks,
  url: string,
  { pattern, events, as: format }: { pattern: string; events: string[]; as?: string },
): Promise<void> {
  const made = await withWebhooks(({ add }) => add({ url, pattern, events, ...(format ? { format } : {}) }));
  // The key alone goes to standard output, so that it can be taken without being shown.
  if (made.secret !== undefined) process.stdout.write(`${made.secret}\n`);
  const about = "The line on standard output is the key of its signatures, shown only now.";
  process.stderr.write(`${made.id}: added.${made.secret === undefined ? "" : ` ${about}`}\n`);
  if (made.warning !== undefined) {
    process.stderr.write(`Deliveries would fail now, and are tried again for some hours: ${made.warning}\n`);
  }
}

export async function listWebhooks(withWebhooks: WithWebhooks, { json }: { json: boolean }): Promise<void> {
  const all = await withWebhooks(({ webhooks }) => webhooks.list());
  if (json) {
    return writeJson(
      all.map(({ id, enabled, pattern, events, format, url, createdAt }) => {
        return { id, enabled, pattern, events, format, url, createdAt: formatInstant(createdAt) };
      }),
    );
  }
  if (all.length === 0) process.stderr.write("There are no webhooks.\n");
  for (const each of all) {
    const state = each.enabled ? "enabled" : "disabled";
    process.stdout.write(
      `${each.id}  ${state}  ${each.pattern}  ${each.events.join(",")}  ${each.format}  ${each.url}\n`,
    );
  }
}

export async function changeWebhook(
  withWebhooks: WithWebhooks,
  service: string,
  change: "enable" | "disable" | "remove",
  id: string,
): Promise<void> {
  const found = await withWebhooks(({ webhooks }) =>
    change === "remove" ? webhooks.remove(id) : webhooks.setEnabled(id, change === "enable"),
  );
  if (!found) throw unknownWebhook(service, id);
  process.stdout.write(`${id}: ${change === "remove" ? "removed" : `${change}d`}\n`);
}

function unknownWebhook(service: string, id: string): UserError {
  return new UserError(`There is no webhook ${id}. "tripod ${service} webhook list" shows all.`);
}

/** @throws UserError when there is no such webhook */
export async function listDeliveries(
  withWebhooks: WithWebhooks,
  service: string,
  webhookId: string | undefined,
  { limit, json }: { limit: number; json: boolean },
): Promise<void> {
  const rows = await withWebhooks(async ({ webhooks }) => {
    if (webhookId !== undefined && !(await webhooks.find(webhookId))) throw unknownWebhook(service, webhookId);
    return webhooks.listDeliveries({ webhookId, limit: Math.min(limit, 10_000) });
  });
  if (json) return writeJson(rows.map(deliveryAsJson));
  if (rows.length === 0) process.stderr.write("Nothing was sent yet.\n");
  for (const row of rows) {
    const state = stateOf(row);
    const last = row.lastError ?? row.lastStatus ?? "";
    const tries = `${row.attempts} ${row.attempts === 1 ? "try" : "tries"}`;
    process.stdout.write(
      `${row.id}  ${formatInstant(row.createdAt)}  ${row.webhookId}  ${row.event}  ${state}, ${tries}  ${last}\n`,
    );
  }
}

function deliveryAsJson(row: Delivery): unknown {
  const { id, webhookId, event, payload, createdAt, attempts, lastAttemptAt, lastStatus, lastError } = row;
  const lastAt = lastAttemptAt === null ? null : formatInstant(lastAttemptAt);
  const tries = { attempts, lastAttemptAt: lastAt, lastStatus, lastError };
  return { id, webhookId, event, createdAt: formatInstant(createdAt), state: stateOf(row), ...tries, payload };
}

function stateOf({ deliveredAt, gaveUpAt }: Delivery): "delivered" | "given up" | "waiting" {
  if (deliveredAt !== null) return "delivered";
  return gaveUpAt === null ? "waiting" : "given up";
}

export async function redeliver(withWebhooks: WithWebhooks, delivery: number): Promise<void> {
  const found = await withWebhooks(({ webhooks }) => webhooks.redeliver(delivery));
  if (!found) throw new UserError(`There is no delivery ${delivery}.`);
  process.stdout.write(`${delivery}: will be sent again\n`);
}
