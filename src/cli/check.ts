/** `tripod check`: tries what serving needs, one thing after the other, and says in plain words what works. */
import pc from "picocolors";
import { askRedis } from "../kit/bus/redis.ts";
import { UserError } from "../kit/errors/user-error.ts";
import { systemRandom } from "../kit/ids/ids.ts";
import { silentLog } from "../kit/log/log.ts";
import { proxyRules } from "../kit/outbound/proxy-rules.ts";
import { trySecretKeys } from "../kit/sealed/require-keys.ts";
import type { Connection } from "../kit/sql/connection.ts";
import { MAX_CLOCK_DIFFERENCE_MS } from "../kit/sql/database-clock.ts";
import { pendingMigrations } from "../kit/sql/migrate.ts";
import { openDatabase } from "../kit/sql/pool.ts";
import { tryServer } from "../kit/sql/server-away.ts";
import { serverFacts } from "../kit/sql/server-facts.ts";
import { systemClock } from "../kit/time/clock.ts";
import { environmentAtHand, readConfiguration } from "./configuration.ts";
import { checkDisk } from "./check-disk.ts";
import { tryPort } from "./listening.ts";
import { keysAtHand, migrationRooms, openServer, type SharedConfig } from "./open-platform.ts";
import { sealedPlaces } from "./sealed-places.ts";
import { loadService, type ServiceName } from "./services.ts";
import { writeJson } from "./write-json.ts";

/** One thing that was tried or noticed. */
interface CheckLine {
  readonly what: string;
  readonly isRight: boolean;
  readonly says: string;
}

type Tell = (line: CheckLine) => void;

/** @throws UserError when something does not work. */
export async function check(services: readonly ServiceName[], { json }: { readonly json: boolean }): Promise<void> {
  const lines: CheckLine[] = [];
  const failures = await tryEverything(services, (line) => {
    lines.push(line);
    if (!json)
      process.stdout.write(`${line.isRight ? pc.green("ok   ") : pc.red("wrong")} ${line.what}: ${line.says}\n`);
  });
  if (json) writeJson(lines);
  if (failures > 0)
    throw new UserError(`${failures} of these must be mended before Tripod can serve as the settings say.`);
}

/** Answers how many trials failed. A warning is told and not counted. */
export async function tryEverything(services: readonly ServiceName[], tell: Tell): Promise<number> {
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
  const outside = { clock: systemClock(), random: systemRandom(), allowPrivateOutbound, proxyRules: rules };
  const trials = modules.flatMap(([name, module]) => module.trials?.(outside, config[name] as never) ?? []);
  const worked = [
    await trial(tell, "disk", () => checkDisk(dataDir)),
    ...(await checkStored(tell, config.shared)),
    ...(redisUrl === undefined ? [] : [await trial(tell, "redis", () => checkRedis(redisUrl))]),
    await trial(tell, "port", () => checkPort(config.shared.host, config.shared.port, "TRIPOD_PORT")),
    ...(config.shared.adminPort === 0
      ? []
      : [
          await trial(tell, "metrics port", () =>
            checkPort(config.shared.adminHost, config.shared.adminPort, "TRIPOD_ADMIN_PORT"),
          ),
        ]),
    ...(await Promise.all(trials.map((each) => trial(tell, each.what, () => within((signal) => each.run(signal)))))),
  ];
  return worked.filter((each) => !each).length;
}

/** Tries what needs the database, which is opened once. */
async function checkStored(tell: Tell, config: SharedConfig): Promise<boolean[]> {
  let server: Awaited<ReturnType<typeof openServer>> | undefined;
  const database = await trial(tell, "database", async () => {
    server = await openServer(config, silentLog());
    if (config.directDatabaseUrl !== undefined) {
      await tryServer({ connectionString: config.directDatabaseUrl }, "TRIPOD_DIRECT_DATABASE_URL");
    }
    return checkDatabase(tell, server.connection);
  });
  try {
    const connection = database ? server?.connection : undefined;
    return [database, await trial(tell, "keys", () => checkKeys(config, connection))];
  } finally {
    await server?.stop();
  }
}

/** Opens something of every place that seals. */
async function checkKeys(config: SharedConfig, connection: Connection | undefined): Promise<string> {
  const keys = await keysAtHand(config);
  const readable = "the key that seals secrets can be read";
  if (!connection) return `${readable}; the database is needed to try it`;
  if ((await pendingMigrations(connection, migrationRooms())).length > 0)
    return `${readable}; it is tried at the next start`;
  const db = openDatabase({ connection, applicationName: "tripod check", maxConnections: 1, log: silentLog() });
  try {
    const { tried } = await trySecretKeys(db, await sealedPlaces(), keys);
    return tried === 0 ? `${readable}; nothing is sealed yet` : `they open what is sealed in ${tried} tables`;
  } finally {
    await db.close();
  }
}

async function checkDatabase(tell: Tell, connection: Connection): Promise<string> {
  await tryServer(connection, "TRIPOD_DATABASE_URL");
  const { version, clockAheadMs } = await serverFacts(connection, systemClock());
  if (Math.abs(clockAheadMs) > MAX_CLOCK_DIFFERENCE_MS) {
    const says = `the database's clock differs from this machine's by ${Math.abs(clockAheadMs)} ms: set both by a time server`;
    tell({ what: "clock", isRight: false, says });
  } else {
    tell({ what: "clock", isRight: true, says: `agrees with the database's within ${Math.abs(clockAheadMs)} ms` });
  }
  const pending = await pendingMigrations(connection, migrationRooms());
  const state = pending.length === 0 ? "up to date" : `${pending.length} migrations will be applied at the next start`;
  return `${version} answers; ${state}`;
}

async function checkRedis(url: string): Promise<string> {
  return `${await askRedis(url)} answers`;
}

async function checkPort(host: string, port: number, setting: string): Promise<string> {
  await tryPort({ host, port }, setting);
  return `${host}:${port} is free`;
}

/** Whatever is tried has this long: a check that hangs says nothing. */
const TRIAL_MS = 20_000;

async function within(run: (signal: AbortSignal) => Promise<string>): Promise<string> {
  const signal = AbortSignal.timeout(TRIAL_MS);
  const late = new UserError(`no answer within ${TRIAL_MS / 1_000} seconds`);
  return Promise.race([
    run(signal).catch((error: unknown) => {
      throw signal.aborted ? late : error;
    }),
    new Promise<never>((_resolve, reject) => signal.addEventListener("abort", () => reject(late), { once: true })),
  ]);
}

async function trial(tell: Tell, what: string, run: () => Promise<string>): Promise<boolean> {
  try {
    tell({ what, isRight: true, says: await run() });
    return true;
  } catch (error) {
    const says = error instanceof UserError ? error.message : `does not work: ${reasonOf(error)}`;
    tell({ what, isRight: false, says });
    return false;
  }
}

function reasonOf(error: unknown): string {
  const code = (error as { code?: unknown }).code;
  return typeof code === "string" ? code : "an unexpected error";
}
