/** `tripod init`: asks, writes the settings, tries them, makes what opens the services, and says what comes next. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import pc from "picocolors";
import type { CheckLine } from "../../kit/checks/check-line.ts";
import { readSmallFile } from "../../kit/config/config-file.ts";
import { readEnvironment, setVariable } from "../../kit/config/environment.ts";
import { UserError } from "../../kit/errors/user-error.ts";
import { tryEverything } from "../check.ts";
import { CONFIG_VARIABLE } from "../configuration.ts";
import { askedFlags, collectAnswers } from "./collect-answers.ts";
import { makeFirstAccess, type FirstAccess } from "./first-access.ts";
import { chooseServers, type ChosenServers, type ServerOptions } from "./game-servers.ts";
import { Interrupted } from "./interrupted.ts";
import { MadeFiles, SECRET_MODE } from "./made-files.ts";
import { programName } from "./program-name.ts";
import { chosenServices, QUESTIONS, type Answers } from "./questions.ts";
import { settingDifferences } from "./setting-differences.ts";
import { loadSections, planSetup, SECRETS_FOLDER, type Sections, type SetupPlan } from "./setup-plan.ts";
import { personAtTerminal } from "./terminal.ts";

export interface InitOptions extends ServerOptions {
  readonly yes: boolean;
  /** The answers that were given as options, by the flag in camelCase. */
  readonly [flag: string]: unknown;
}

const MAX_FILE_BYTES = 1_048_576;
const SETTINGS_MODE = 0o644;
/** A terminal sends SIGHUP when it closes. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export async function runSetup(options: InitOptions): Promise<void> {
  const file = readEnvironment()[CONFIG_VARIABLE] || "tripod.yaml";
  const given = answersGiven(options);
  const terminal = options.yes ? undefined : personAtTerminal();
  if (terminal && !process.stdin.isTTY) {
    throw new UserError(
      `This is not a terminal, so nothing can be asked. Give --yes to take the defaults, and what differs from them ` +
        `by option: ${askedFlags(given).join(", ")}.`,
    );
  }
  const answers = await collectAnswers(given, terminal);
  const services = chosenServices(answers);
  if (!services.includes("players") && (options.saves ?? options.rcon ?? options.rconPasswordFile) !== undefined) {
    throw new UserError("--saves, --rcon and --rcon-password-file are for --service players or all.");
  }
  const chosen = services.includes("players") ? await chooseServers(options, terminal) : { servers: [], secrets: [] };
  const sections = await loadSections();
  const plan = planSetup(sections, answers, await clusterTextOf(chosen), chosen.secrets);
  if (existsSync(file)) return showDifferences(file, plan, sections);
  await setUp(file, plan, answers);
}

/** Makes everything, or leaves nothing. */
async function setUp(file: string, plan: SetupPlan, answers: Answers): Promise<void> {
  const made = new MadeFiles();
  const stop = new AbortController();
  const onSignal = (): void => stop.abort(new Interrupted());
  for (const signal of SIGNALS) process.once(signal, onSignal);
  const access: FirstAccess[] = [];
  try {
    const secrets = join(dirname(file), SECRETS_FOLDER);
    for (const secret of plan.secrets) await made.write(join(secrets, secret.file), `${secret.text}\n`, SECRET_MODE);
    await made.write(file, plan.text, SETTINGS_MODE);
    setVariable(CONFIG_VARIABLE, file);
    made.expectFolder(answers["data"] ?? "");
    await requireWorking(answers, stop.signal);
    // From here on it is a matter of seconds, and what is made in a database of others' stays: it is brought to its end.
    for (const service of chosenServices(answers)) access.push(await makeFirstAccess(service, answers, urlOf(answers)));
  } catch (error) {
    await made.remove();
    throw error;
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, onSignal);
  }
  report(file, plan, answers, access);
}

/** @throws UserError when something does not work as the settings say. */
async function requireWorking(answers: Answers, signal: AbortSignal): Promise<void> {
  const tell = ({ what, isRight, says }: CheckLine): void => {
    process.stderr.write(`${isRight ? pc.green("ok   ") : pc.red("wrong")} ${what}: ${says}\n`);
  };
  const failures = await tryEverything(chosenServices(answers), tell, signal);
  signal.throwIfAborted();
  if (failures > 0) {
    throw new UserError(`${failures} of these must be mended first. Nothing was kept: give the command again then.`);
  }
}

/** Shows the differences, and changes nothing. */
function showDifferences(file: string, { text }: SetupPlan, sections: Sections): void {
  const before = readSmallFile(file, MAX_FILE_BYTES, "The settings' file");
  const lines = settingDifferences(before, text, Object.values(sections));
  if (lines === undefined)
    throw new UserError(`${file} is there already, and is not valid YAML: see \`tripod check\`.`);
  if (lines.length === 0) {
    process.stdout.write(`${file} is there already, and says the same. Nothing was changed.\n`);
    return;
  }
  process.stdout.write(`--- ${file}\n+++ with these answers\n${lines.join("\n")}\n`);
  throw new UserError(`${file} is there already, and is not overwritten. Nothing was changed.`);
}

function report(file: string, plan: SetupPlan, answers: Answers, access: readonly FirstAccess[]): void {
  const start = `${programName(readEnvironment())} serve ${answers["service"]}`;
  const secrets = access.flatMap((each) => each.secrets);
  const lines = [
    `Written: ${[file, ...plan.secrets.map((each) => join(dirname(file), SECRETS_FOLDER, each.file))].join(", ")}`,
    "",
    ...(secrets.length === 0 ? [] : ["Shown this once:"]),
    ...secrets.map(({ name, value }) => `${name}: ${value}`),
    ...access.flatMap(({ note }) => note ?? []),
    "",
    `Next:  ${file === "tripod.yaml" ? start : `${start} --config ${file}`}`,
    "Then, in another terminal:",
    ...access.map(({ request }) => request),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** Where this machine reaches what is being set up. */
function urlOf(answers: Answers): string {
  return `http://127.0.0.1:${answers["port"]}`;
}

function answersGiven(options: InitOptions): Answers {
  const given = QUESTIONS.flatMap(({ flag }) => {
    const value = options[flag.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())];
    return typeof value === "string" ? [[flag, value] as const] : [];
  });
  return Object.fromEntries(given);
}

async function clusterTextOf({ servers }: ChosenServers): Promise<string> {
  const { addServer } = await import("../../players/cluster/index.ts");
  return servers.reduce((text, server) => {
    const added = addServer(text, server);
    if ("problems" in added)
      throw new UserError(`${server.key}: ${added.problems.map(({ says }) => says).join("; ")}.`);
    return added.text;
  }, "");
}
