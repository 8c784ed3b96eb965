/** `tripod players key ...`, as the help shows it. The work is in `keys.ts`. */
import type { Command } from "commander";
import { parseCount } from "../parse-count.ts";
import type { LimitOptions, NewKeyOptions } from "./keys.ts";

const WHEN = "30d, 12h, 2030-12-31, 2030-12-31T18:00:00Z, now or never";

export function addKeyCommands(players: Command): void {
  const key = players.command("key").description("the keys of callers");

  key
    .command("create")
    .description("make a key; it is shown this once")
    .requiredOption("--name <name>", "whose it is, or what for")
    .option("--scope <scope>", "read; history opens names, sessions and the like too; admin opens everything", "read")
    .option("--requests <count>", "how many requests it may make, instead of the service's limit", parseCount)
    .option("--per <seconds>", "in how many seconds", parseCount)
    .option("--expires <when>", "30d, 12h, 2030-12-31, 2030-12-31T18:00:00Z or never", "never")
    .option("--json", "print the key and all about it as JSON", false)
    .action(async (options: NewKeyOptions) => {
      const { create } = await import("./keys.ts");
      await create(options);
    });

  key
    .command("list")
    .description("show all keys, by their first characters")
    .option("--json", "print them as JSON", false)
    .action(async (options: { json: boolean }) => {
      const { list } = await import("./keys.ts");
      await list(options);
    });

  key
    .command("limit")
    .description("change how many requests a key may make")
    .argument("<id>", "as in the list of keys")
    .option("--requests <count>", "how many requests", parseCount)
    .option("--per <seconds>", "in how many seconds", parseCount)
    .option("--default", "the service's limit, whatever that is", false)
    .action(async (id: string, options: LimitOptions & { default: boolean }) => {
      const { limit } = await import("./keys.ts");
      await limit(id, options);
    });

  key
    .command("expire")
    .description("say until when a key counts")
    .argument("<id>", "as in the list of keys")
    .argument("<when>", WHEN)
    .action(async (id: string, when: string) => {
      const { expire } = await import("./keys.ts");
      await expire(id, when);
    });

  for (const [name, what] of [
    ["disable", "refuse a key until it is enabled again"],
    ["enable", "let a key in again"],
    ["revoke", "end a key for good"],
  ] as const) {
    key
      .command(name)
      .description(what)
      .argument("<id>", "as in the list of keys")
      .action(async (id: string) => {
        const { change } = await import("./keys.ts");
        await change(name, id);
      });
  }
}
