/** The command line. Each command's code is loaded when the command is given. */
import { Command, InvalidArgumentError, Option } from "commander";
import pc from "picocolors";
import { addBackupCommands } from "./cli/backup-commands.ts";
import { addKeysCommands } from "./cli/keys-commands.ts";
import { addPlayersCommands } from "./cli/players-commands.ts";
import { addTradingCommands } from "./cli/trading-commands.ts";
import { addRegistryCommands } from "./cli/registry-commands.ts";
import { UserError } from "./kit/errors/user-error.ts";
import { endSoon } from "./kit/lifecycle/shutdown.ts";
import { programFacts } from "./cli/program-facts.ts";
import { isServiceName, SERVICE_NAMES, type ServiceName } from "./cli/services.ts";

const program = new Command("tripod")
  .description("A tool server registry, a player and tribe lookup and a trading platform, to run yourself.")
  .version(programFacts().version)
  .showHelpAfterError("(tripod --help shows every command)")
  .addHelpText(
    "after",
    `
First steps:
  tripod serve all --demo      everything on http://127.0.0.1:8080, with invented data where there is none
  tripod serve registry        the registry alone
  tripod check                 tries settings, database and ports, and says what is wrong

Settings come from the environment (TRIPOD_PORT=9000), or from .env or tripod.yaml in this folder;
docs/generated/config.md lists them all.`,
  );

program
  .command("serve")
  .description("serve one service, or all")
  .argument("[service]", `${SERVICE_NAMES.join(", ")} or all`, "all")
  .addOption(
    new Option("--role <role>", "what this process does: answer requests, run jobs in the background, or both")
      .choices(["all", "http", "worker"])
      .default("all"),
  )
  .option("--port <port>", "port to listen on instead of TRIPOD_PORT (8080)", portNumber)
  .option("--demo", "load invented data where a service has none", false)
  .action(async (service: string, options: { role: "all" | "http" | "worker"; port?: number; demo: boolean }) => {
    const { serve } = await import("./cli/serve.ts");
    await serve({ services: chosen(service), ...options });
  });

program
  .command("migrate")
  .description("bring the database up to date, and do nothing else")
  .action(async () => {
    const { migrateDatabase } = await import("./cli/migrate.ts");
    await migrateDatabase();
  });

program
  .command("check")
  .description("try settings, database, clock and ports, and say in plain words what works")
  .argument("[service]", `${SERVICE_NAMES.join(", ")} or all`, "all")
  .action(async (service: string) => {
    const { check } = await import("./cli/check.ts");
    await check(chosen(service));
  });

addBackupCommands(program);
addKeysCommands(program);
addRegistryCommands(program);
addPlayersCommands(program);
addTradingCommands(program);

try {
  await program.parseAsync();
} catch (error) {
  const { explain } = await import("./cli/explain-failure.ts");
  const message = explain(error);
  if (message === undefined) throw error;
  process.stderr.write(`${pc.red("error:")} ${message}\n`);
  process.exitCode = 1;
  endSoon();
}

function chosen(service: string): readonly ServiceName[] {
  if (service === "all") return SERVICE_NAMES;
  if (!isServiceName(service)) {
    throw new UserError(
      `There is no service ${JSON.stringify(service)}. Choose one of: ${SERVICE_NAMES.join(", ")}, all.`,
    );
  }
  return [service];
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError("A port is a number from 0 to 65535.");
  return port;
}
