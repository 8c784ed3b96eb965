/** `tripod check`: tries what serving needs, one thing after the other, and says in plain words what works. */
import { resolve } from "node:path";
import pc from "picocolors";
import { checkDisk } from "../kit/checks/check-disk.ts";
import { checkLine, runTrial, type CheckLine } from "../kit/checks/check-line.ts";
import { checkRedis } from "../kit/checks/check-redis.ts";
import { checkDatabase, checkSealed } from "../kit/checks/check-stored.ts";
import { UserError } from "../kit/errors/user-error.ts";
import { systemRandom } from "../kit/ids/ids.ts";
import { silentLog } from "../kit/log/log.ts";
import { proxyRules } from "../kit/outbound/proxy-rules.ts";
import type { Connection } from "../kit/sql/connection.ts";
import { openDatabase } from "../kit/sql/pool.ts";
import { systemClock } from "../kit/time/clock.ts";
import { environmentAtHand, readConfiguration } from "./configuration.ts";
import { PortTrial, type Place } from "./listening.ts";
import { explain } from "./explain-failure.ts";
import { findKeys, requireNoKeyLost } from "./find-keys.ts";
import {
  directOf,
  migrationRooms,
  openServer,
  requireSessions,
  requireStatements,
  type SharedConfig,
} from "./open-platform.ts";
import { hasInstallation } from "./require-installation.ts";
import { STOPPED, stopSignal } from "./stop-signal.ts";
import { orAborted } from "../kit/time/or-aborted.ts";
import { sealedPlaces } from "./sealed-places.ts";
import { loadService, type ServiceName } from "./services.ts";
import { tracesTrials } from "./traces-trial.ts";
import { writeJson } from "./write-json.ts";

type Tell = (line: CheckLine) => void;

/** @throws UserError when something does not work. */
export async function check(services: readonly ServiceName[], { json }: { readonly json: boolean }): Promise<void> {
  const lines: CheckLine[] = [];
  const tell = (line: CheckLine): void => {
    lines.push(line);
    if (!json)
      process.stdout.write(`${line.isRight ? pc.green("ok   ") : pc.red("wrong")} ${line.what}: ${line.says}\n`);
  };
  const failures = await tryEverything(services, tell, stopSignal(STOPPED));
  if (json) writeJson(lines);
  if (failures > 0)
    throw new UserError(`${failures} of these must be mended before Tripod can serve as the settings say.`);
}

/**
 * Answers how many lines are wrong. A variable of ours that is not a setting is one of them: it was meant to set something.
 *
 * @throws the signal's reason when it is aborted; nothing is left open then
 */
export async function tryEverything(
  services: readonly ServiceName[],
  show: Tell,
  signal: AbortSignal,
): Promise<number> {
  let wrong = 0;
  const tell = (line: CheckLine): void => {
    if (!line.isRight) wrong++;
    show(line);
  };
  const modules = await Promise.all(services.map(async (name) => [name, await loadService(name)] as const));
  const sections = Object.fromEntries(modules.map(([name, { settings }]) => [name, settings]));
  const { config, warnings } = readConfiguration(sections);
  tell({ what: "settings", isRight: true, says: "can be read" });
  for (const [name, { notes }] of modules) {
    for (const note of notes?.(config[name] as never) ?? []) tell({ what: name, isRight: true, says: note });
  }
  for (const says of warnings) tell({ what: "settings", isRight: false, says });

  const { redisUrl, dataDir, allowPrivateOutbound } = config.shared;
  const rules = proxyRules(environmentAtHand());
  const publicUrl = config.shared.publicUrl === "" ? undefined : config.shared.publicUrl;
  const made = { clock: systemClock(), random: systemRandom(), proxyRules: rules };
  // The tried settings are those of all processes: what only some of them do is tried as well.
  const role = "all" as const;
  const outside = { ...made, allowPrivateOutbound, publicUrl, hasConsole: config.shared.console, dataDir, role };
  const trials = [
    ...tracesTrials(config.shared, made),
    ...modules.flatMap(([name, module]) => module.trials?.(outside, config[name] as never) ?? []),
  ];
  const tried = async (trial: Promise<CheckLine>): Promise<void> => tell(await trial);
  await tried(checkLine("disk", () => checkDisk(dataDir)));
  await checkStored(tell, config.shared, signal);
  if (redisUrl !== undefined) await tried(checkLine("redis", () => checkRedis(redisUrl)));
  const { host, port, adminHost, adminPort } = config.shared;
  const ports = new PortTrial();
  await tried(checkLine("port", () => checkPort(ports, { host, port }, "TRIPOD_PORT")));
  if (adminPort !== 0) {
    const place = { host: adminHost, port: adminPort };
    await tried(checkLine("metrics port", () => checkPort(ports, place, "TRIPOD_ADMIN_PORT")));
  }
  await ports.release();
  await orAborted(Promise.all(trials.map((each) => tried(runTrial(each)))), signal);
  return wrong;
}

/** Tries what needs the database, which is opened once. */
async function checkStored(tell: Tell, config: SharedConfig, signal: AbortSignal): Promise<void> {
  let server: Awaited<ReturnType<typeof openServer>> | undefined;
  if (!(await hasInstallation(config))) {
    // Making it is the trial: the first start would do the same.
    tell({ what: "database", isRight: true, says: `there is none in ${resolve(config.dataDir)}: a new one is made` });
  }
  const opened = await checkLine("database", async () => {
    server = await openServer(config, silentLog(), signal).catch((cause: unknown) => {
      const says = explain(cause);
      throw says === undefined ? cause : new UserError(says, { cause });
    });
    const direct = await directOf(config, server.connection);
    await requireStatements(config, server.connection);
    await requireSessions(config, direct);
    return "";
  });
  try {
    signal.throwIfAborted();
    const lines =
      opened.isRight && server
        ? await orAborted(checkDatabase(server.connection, migrationRooms(), systemClock()), signal)
        : [opened];
    for (const line of lines) tell(line);
    const database = lines.find(({ what }) => what === "database");
    const connection = database?.isRight === true ? server?.connection : undefined;
    const keys = await checkLine("keys", () => checkKeys(config, connection));
    signal.throwIfAborted();
    tell(keys);
  } finally {
    await server?.stop();
  }
}

/** Opens something of every place that seals. A key that is not there is never made: a lost one would seem to be there. */
async function checkKeys(config: SharedConfig, connection: Connection | undefined): Promise<string> {
  const keys = await findKeys(config);
  const found = keys ? "the check can read the secret key" : "the secret key does not exist";
  const unknown = keys ? "whether it opens the stored secrets" : "whether one is missing";
  if (!connection) return `${found}; without the database, the check cannot tell ${unknown}`;
  const { preparedStatements } = config;
  const log = silentLog();
  const db = openDatabase({ connection, applicationName: "tripod check", maxConnections: 1, preparedStatements, log });
  try {
    const places = await sealedPlaces();
    if (keys) return await checkSealed(db, places, keys);
    await requireNoKeyLost(config, db, places);
    return "the secret key does not exist yet; the next start makes it";
  } finally {
    await db.close();
  }
}

async function checkPort(ports: PortTrial, place: Place, setting: string): Promise<string> {
  await ports.hold(place, setting);
  return `${place.host}:${place.port} is free`;
}
