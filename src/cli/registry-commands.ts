/** `tripod registry ...`: the admin commands of the registry. They work beside a server that runs. */
import { InvalidArgumentError, type Command } from "commander";
import { addWebhookCommands } from "./webhook-commands.ts";

/** Tokens for machines may live long; ten years is the most that makes sense. */
const MAX_TTL_SECONDS = 10 * 365 * 86_400;

export function addRegistryCommands(program: Command): void {
  const registry = program.command("registry").description("administer the tool server registry");

  registry
    .command("token")
    .description("make a token for publishing, without any proof: for the operator")
    .option("--publish <pattern...>", "servers that may be published: io.example/weather, io.example/* or *")
    .option("--edit <pattern...>", "servers whose published versions may be edited")
    .option("--ttl <duration>", "how long it counts: 90s, 15m, 12h, 30d", duration, 300)
    .option("--subject <name>", "who it is for; stands in the audit trail", "operator")
    .action(async (options: { publish?: string[]; edit?: string[]; ttl: number; subject: string }) => {
      const { makeToken } = await import("./registry/make-token.ts");
      await makeToken(options);
    });

  registry
    .command("import")
    .description("read servers from a file or URL: an array, a list, NDJSON, or a live registry")
    .argument("<source>", "file, URL of a file, or base URL of a registry")
    .option("--as <origin>", "mirror: a sync may change them later; local: they were published here", "mirror")
    .action(async (source: string, options: { as: string }) => {
      const { importFrom } = await import("./registry/import-from.ts");
      await importFrom(source, options);
    });

  registry
    .command("sync")
    .description("follow the upstream of TRIPOD_REGISTRY_SYNC_URL once, now")
    .action(async () => {
      const { syncNow } = await import("./registry/sync-now.ts");
      await syncNow();
    });

  registry
    .command("audit")
    .description("show who did what when, newest first")
    .argument("[name]", "of a server; all servers without it")
    .option("--limit <rows>", "most rows to show", count, 50)
    .action(async (name: string | undefined, options: { limit: number }) => {
      const { showAudit } = await import("./registry/show-audit.ts");
      await showAudit(name, options);
    });

  const keys = registry.command("keys").description("the keys that sign tokens");
  keys
    .command("rotate")
    .description("make a new key; tokens of the former ones count until they expire")
    .action(async () => {
      const { rotateKey } = await import("./registry/change-keys.ts");
      await rotateKey();
    });
  keys
    .command("revoke")
    .description("end every token that a key signed")
    .argument("<kid>", "the key's id, as in /.well-known/jwks.json")
    .action(async (kid: string) => {
      const { revokeKey } = await import("./registry/change-keys.ts");
      await revokeKey(kid);
    });

  addWebhookCommands(registry, {
    service: "registry",
    events: ["published", "edited", "status"],
    patternAbout: "of which servers",
    load: async () => (await import("./registry/with-webhooks.ts")).withRegistryWebhooks,
  });
}

function duration(text: string): number {
  const match = /^(\d{1,9})([smhd])$/.exec(text);
  const seconds =
    Number(match?.[1]) * { s: 1, m: 60, h: 3600, d: 86_400 }[(match?.[2] ?? "s") as "s" | "m" | "h" | "d"];
  if (!match || seconds < 1 || seconds > MAX_TTL_SECONDS) {
    throw new InvalidArgumentError("A duration is a number with s, m, h or d behind it, ten years at most.");
  }
  return seconds;
}

function count(text: string): number {
  const value = Number(text);
  if (!/^\d{1,12}$/.test(text) || value < 1) throw new InvalidArgumentError("It must be a whole number above zero.");
  return value;
}
