/** All commands of `tripod`, as one tree. The code of a command is loaded when the command is given. */
import { Argument, InvalidArgumentError, Option, type Command } from "commander";
import { setVariable } from "../kit/config/environment.ts";
import { UserError } from "../kit/errors/user-error.ts";
import { addBackupCommands } from "./backup-commands.ts";
import { addClientCommand } from "./client-command.ts";
import { addCompletionCommand } from "./completion-command.ts";
import { CONFIG_VARIABLE } from "./configuration.ts";
import { addInitCommand } from "./init-command.ts";
import { addKeysCommands } from "./keys-commands.ts";
import { addPlayersCommands } from "./players-commands.ts";
import { programFacts } from "./program-facts.ts";
import { addRegistryCommands } from "./registry-commands.ts";
import { isServiceName, SERVICE_NAMES, type ServiceName } from "./services.ts";
import { addTradingCommands } from "./trading-commands.ts";
import { TripodCommand } from "./tripod-command.ts";

/** Each call makes a tree of its own. An error of the command line is thrown, after it was shown. */
export function tripodProgram(): TripodCommand {
  const program = new TripodCommand("tripod")
    .description("A tool server registry, a player and tribe lookup and a trading platform, to run yourself.")
    .version(programFacts().version)
    .option("--config <file>", "the settings' file, instead of tripod.yaml in this folder or TRIPOD_CONFIG")
    .showHelpAfterError("(tripod --help shows every command)")
    .exitOverride()
    .addHelpText(
      "after",
      `
First steps:
  tripod init                  asks a few questions, and sets Tripod up
  tripod serve all --demo      everything on http://127.0.0.1:8080, with invented data where there is none
  tripod serve registry        the registry alone
  tripod check                 tries settings, database and ports, and says what is wrong

Settings come from the environment (TRIPOD_PORT=9000), or from .env or tripod.yaml in this folder;
docs/generated/config.md lists them all, docs/generated/cli.md every command.`,
    )
    .hook("preAction", (_, command) => {
      const { config } = command.optsWithGlobals<{ config?: string }>();
      if (config === "") throw new UserError("--config is without a file. Name one, or leave the option out.");
      if (config !== undefined) setVariable(CONFIG_VARIABLE, config);
      refuseEmptyArgument(command);
    });
  addInitCommand(program);
  addHouseCommands(program);
  addBackupCommands(program);
  addClientCommand(program);
  addCompletionCommand(program);
  addKeysCommands(program);
  addRegistryCommands(program);
  addPlayersCommands(program);
  addTradingCommands(program);
  return program;
}

/** An empty argument comes from a shell variable that is not set. As a path it would be the working folder. */
function refuseEmptyArgument(command: Command): void {
  const at = command.args.indexOf("");
  if (at === -1) return;
  const name = (command.registeredArguments[at] ?? command.registeredArguments.at(-1))?.name() ?? "";
  command.error(`error: command-argument value '' is invalid for argument '${name}'. It must not be empty.`);
}

/** The commands that belong to no service. */
function addHouseCommands(program: TripodCommand): void {
  program
    .command("serve")
    .description("serve one service, or all")
    .addArgument(services())
    .addOption(
      new Option("--role <role>", "the role of this process: answer requests, run jobs in the background, or both")
        .choices(["all", "http", "worker"])
        .default("all"),
    )
    .option("--port <port>", "port to listen on instead of TRIPOD_PORT (8080)", portNumber)
    .option("--demo", "load invented data where a service has none", false)
    .exits(0, "it was stopped, and everything is closed")
    .action(async (service: string, options: { role: "all" | "http" | "worker"; port?: number; demo: boolean }) => {
      const { serve } = await import("./serve.ts");
      await serve({ services: chosen(service), ...options });
    });

  program
    .command("migrate")
    .description("bring the database up to date, and do nothing else")
    .action(async () => {
      const { migrateDatabase } = await import("./migrate.ts");
      await migrateDatabase();
    });

  program
    .command("check")
    .description("try settings, database, clock and ports, and say in plain words what works")
    .addArgument(services())
    .option("--json", "print what was tried as JSON", false)
    .exits(0, "everything works")
    .exits(1, "something does not work; the line that begins with `wrong` says what")
    .action(async (service: string, options: { json: boolean }) => {
      const { check } = await import("./check.ts");
      await check(chosen(service), options);
    });
}

function services(): Argument {
  return new Argument("[service]", "one service, or all").choices([...SERVICE_NAMES, "all"]).default("all");
}

function chosen(service: string): readonly ServiceName[] {
  return isServiceName(service) ? [service] : SERVICE_NAMES;
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError("A port is a number from 0 to 65535.");
  return port;
}
