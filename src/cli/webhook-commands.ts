/** `tripod <service> webhook ...`, the same for each service that has webhooks. The work is in `change-webhooks.ts`. */
import type { Command } from "commander";
import type { WithWebhooks } from "./change-webhooks.ts";
import { parseCount } from "./parse-count.ts";

export interface WebhookCommands {
  /** The service's name on the command line. */
  readonly service: string;
  readonly events: readonly string[];
  /** Formats besides the signed one. */
  readonly formats?: readonly string[];
  /** The events that a pattern chooses; all by default. */
  readonly patternAbout: string;
  /** Loads what opens the service's webhooks. */
  readonly load: () => Promise<WithWebhooks>;
}

export function addWebhookCommands(
  group: Command,
  { service, events, formats = [], patternAbout, load }: WebhookCommands,
): void {
  const webhook = group.command("webhook").description("receivers of changes");
  const add = webhook
    .command("add")
    .description("tell a URL of changes; shows the key of the signatures once")
    .argument("<url>", "address that receives changes, by POST")
    .option("--pattern <pattern>", patternAbout, "*")
    .option("--events <event...>", events.join(", "), [...events]);
  if (formats.length > 0) add.option("--as <format>", `signed, ${formats.join(", ")}`, "signed");
  add.action(async (url: string, options: { pattern: string; events: string[]; as?: string }) => {
    const { addWebhook } = await import("./change-webhooks.ts");
    await addWebhook(await load(), url, options);
  });
  webhook
    .command("list")
    .description("show all webhooks")
    .option("--json", "print them as JSON", false)
    .action(async (options: { json: boolean }) => {
      const { listWebhooks } = await import("./change-webhooks.ts");
      await listWebhooks(await load(), options);
    });
  for (const [name, what] of [
    ["enable", "notify a webhook again"],
    ["disable", "stop notifying a webhook; what is due is dropped"],
    ["remove", "remove a webhook and its deliveries"],
  ] as const) {
    webhook
      .command(name)
      .description(what)
      .argument("<id>", "as in the list of webhooks")
      .action(async (id: string) => {
        const { changeWebhook } = await import("./change-webhooks.ts");
        await changeWebhook(await load(), service, name, id);
      });
  }
  webhook
    .command("deliveries")
    .description("show what was sent, newest first, and what came of it")
    .argument("[id]", "of a webhook; all without it")
    .option("--limit <rows>", "most rows to show", parseCount, 50)
    .option("--json", "print them as JSON", false)
    .action(async (id: string | undefined, options: { limit: number; json: boolean }) => {
      const { listDeliveries } = await import("./change-webhooks.ts");
      await listDeliveries(await load(), service, id, options);
    });
  webhook
    .command("redeliver")
    .description("send one delivery again")
    .argument("<delivery>", "its number in the list of deliveries", parseCount)
    .action(async (delivery: number) => {
      const { redeliver } = await import("./change-webhooks.ts");
      await redeliver(await load(), delivery);
    });
}
