/** `tripod registry ...`: the admin commands of the registry. They work beside a server that runs. */
import { InvalidArgumentError, Option } from "commander";
import { HOUR_SECONDS, DAY_SECONDS } from "../kit/time/spans.ts";
import { parseCount } from "./parse-count.ts";
import { parseLine } from "./parse-text.ts";
import type { ImportOptions } from "./registry/import-from.ts";
import type { TokenOptions } from "./registry/make-token.ts";
import type { TripodCommand } from "./tripod-command.ts";
import { addWebhookCommands } from "./webhook-commands.ts";

/** Tokens for machines may live long; ten years is the most that makes sense. */
const MAX_TTL_SECONDS = 10 * 365 * DAY_SECONDS;

export function addRegistryCommands(program: TripodCommand): void {
  const registry = program.command("registry").description("administer the tool server registry");

  addTokenCommands(registry);

  registry
    .command("import")
    .description("read servers from a file or URL: an array, a list, NDJSON, or a live registry")
    .argument("<source>", "file, URL of a file, or base URL of a registry")
    .addOption(
      new Option("--as <origin>", "mirror: a sync may change them later; local: they were published here")
        .choices(["mirror", "local"])
        .default("mirror"),
    )
    .option(
      "--token-file <path>",
      "file with a token for the source; default: the credentials of TRIPOD_REGISTRY_SYNC_URL",
    )
    .option("--allow-problems", "exit with 0 also when some entries could not be imported", false)
    .exits(1, "some entries could not be imported, or none; those that could be are in")
    .action(async (source: string, options: ImportOptions) => {
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
    .argument("[name]", "of a server, or the beginning of one with * after it; everything without it")
    .option("--limit <rows>", "most rows to show", parseCount, 50)
    .option("--json", "print them as JSON", false)
    .action(async (name: string | undefined, options: { limit: number; json: boolean }) => {
      const { showAudit } = await import("./registry/show-audit.ts");
      await showAudit(name, options);
    });

  addKeyCommands(registry);
  addWebhookCommands(registry, {
    service: "registry",
    events: ["published", "edited", "status"],
    patternAbout: "of which servers",
    load: async () => (await import("./registry/with-webhooks.ts")).withRegistryWebhooks,
  });
}

function addTokenCommands(registry: TripodCommand): void {
  const token = registry
    .command("token")
    .description("make a token for publishing, without any proof: for the operator")
    .option("--publish <pattern...>", "servers that may be published: io.example/weather, io.example/* or *")
    .option("--edit <pattern...>", "servers whose published versions may be edited")
    .option("--read", "a registry whose reads are private may be read; nothing may be changed")
    .option("--admin", "the audit trail is shown, tokens and webhooks are managed; nothing may be published")
    .option("--ttl <duration>", "how long it counts: 90s, 15m, 12h, 30d", duration, 300)
    .option("--subject <name>", "the owner; recorded in the audit trail", parseLine(200), "operator")
    .action(async (options: TokenOptions) => {
      const { makeToken } = await import("./registry/make-token.ts");
      await makeToken(options);
    });
  token
    .command("list")
    .description("show the tokens that were made here and have not expired")
    .option("--all", "expired ones too", false)
    .option("--json", "print them as JSON", false)
    .action(async (options: { all: boolean; json: boolean }) => {
      const { listTokens } = await import("./registry/change-tokens.ts");
      await listTokens(options);
    });
  token
    .command("revoke")
    .description("end one token, before it expires")
    .argument("<id>", "the token's id, as in the list")
    .action(async (id: string) => {
      const { revokeToken } = await import("./registry/change-tokens.ts");
      await revokeToken(id);
    });
}

function addKeyCommands(registry: TripodCommand): void {
  const keys = registry.command("keys").description("the keys that sign tokens");
  keys
    .command("list")
    .description("show every key, and which one signs")
    .option("--json", "print them as JSON", false)
    .action(async (options: { json: boolean }) => {
      const { listKeys } = await import("./registry/change-keys.ts");
      await listKeys(options);
    });
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
    // One id of 64 begins with a hyphen, as options do.
    .allowUnknownOption()
    .action(async (kid: string) => {
      const { revokeKey } = await import("./registry/change-keys.ts");
      await revokeKey(kid);
    });
}

function duration(text: string): number {
  const match = /^(\d{1,9})([smhd])$/.exec(text);
  const seconds =
    Number(match?.[1]) * { s: 1, m: 60, h: HOUR_SECONDS, d: DAY_SECONDS }[(match?.[2] ?? "s") as "s" | "m" | "h" | "d"];
  if (!match || seconds < 1 || seconds > MAX_TTL_SECONDS) {
    throw new InvalidArgumentError("A duration is a number with s, m, h or d behind it, ten years at most.");
  }
  return seconds;
}
