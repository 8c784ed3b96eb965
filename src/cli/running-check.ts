/** The check of a program that serves, for its admins: what `tripod check` tries, without the ports, which it has itself. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkDisk } from "../kit/checks/check-disk.ts";
import { checkLine, runTrial, type CheckLine } from "../kit/checks/check-line.ts";
import { checkRedis } from "../kit/checks/check-redis.ts";
import { checkDatabase, checkSealed } from "../kit/checks/check-stored.ts";
import { releaseNews, type ReleaseNews } from "../kit/checks/release-news.ts";
import { selfCheck, type SelfCheck } from "../kit/checks/self-check.ts";
import { packageRoot } from "../kit/config/package-root.ts";
import { UserError } from "../kit/errors/user-error.ts";
import { requireKeysOfStored } from "../kit/sealed/require-keys.ts";
import type { ServiceModule } from "../kit/service.ts";
import { requireOneDatabase } from "../kit/sql/one-database.ts";
import { findKeys, requireNoKeyLost } from "./find-keys.ts";
import { migrationRooms, type OpenPlatform, type SharedConfig } from "./open-platform.ts";
import { sealedPlaces } from "./sealed-places.ts";
import { tracesTrials } from "./traces-trial.ts";

/** Enough to meet a key that is missing; counting all rows would keep a large database busy. */
const SEALED_ROWS = 10_000;

type CheckedPlatform = Omit<OpenPlatform, "pool" | "close">;

/** The settings read by the command line at the start. */
interface RunningParts {
  readonly version: string;
  readonly warnings: readonly string[];
  readonly modules: readonly (readonly [string, ServiceModule])[];
  /** The settings of each service, by its name. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly shared: SharedConfig;
}

export function runningCheck(
  platform: CheckedPlatform,
  { version, warnings, modules, config, shared }: RunningParts,
): SelfCheck {
  const own = modules.map(([name, module]) => [name, () => ofService(platform, name, module, config[name])] as const);
  return selfCheck({
    version,
    clock: platform.clock,
    shared: () => ofProcess(platform, warnings, shared),
    own: Object.fromEntries(own),
    news: () => newsOf(version),
  });
}

async function ofProcess(
  platform: CheckedPlatform,
  warnings: readonly string[],
  shared: SharedConfig,
): Promise<CheckLine[]> {
  const { connection, directConnection, redisUrl, dataDir, clock } = platform;
  return [
    ...warnings.map((says) => ({ what: "settings", isRight: false, says })),
    await checkLine("disk", () => checkDisk(dataDir)),
    ...(await checkDatabase(connection, migrationRooms(), clock)),
    ...(directConnection === connection ? [] : [await checkLine("direct database", () => tryDirect(platform))]),
    await checkLine("keys", () => tryKeys(platform, shared)),
    ...(redisUrl === undefined ? [] : [await checkLine("redis", () => checkRedis(redisUrl))]),
    ...(await Promise.all(tracesTrials(shared, platform).map(runTrial))),
  ];
}

/** Tries the keys of the process, and then those that the next start would find: `secret.key` may be another one now. */
async function tryKeys({ db, keys }: CheckedPlatform, shared: SharedConfig): Promise<string> {
  const places = await sealedPlaces();
  const says = await checkSealed(db, places, keys, SEALED_ROWS);
  try {
    const found = await findKeys(shared);
    await (found ? requireKeysOfStored(db, places, found) : requireNoKeyLost(shared, db, places));
  } catch (cause) {
    if (!(cause instanceof UserError)) throw cause;
    throw new UserError(`This process goes on, but the next start will be refused. ${cause.message}`, { cause });
  }
  return says;
}

async function tryDirect({ connection, directConnection }: CheckedPlatform): Promise<string> {
  await requireOneDatabase(connection, directConnection);
  return "answers";
}

async function ofService(
  platform: CheckedPlatform,
  name: string,
  module: ServiceModule,
  config: unknown,
): Promise<CheckLine[]> {
  const noted = module.notes?.(config as never) ?? [];
  const tried = await Promise.all((module.trials?.(platform, config as never) ?? []).map(runTrial));
  return [...noted.map((says) => ({ what: name, isRight: true, says })), ...tried];
}

/** A package without its changelog has no news. */
function newsOf(version: string): readonly ReleaseNews[] {
  try {
    return releaseNews(readFileSync(join(packageRoot(), "CHANGELOG.md"), "utf8"), version);
  } catch {
    return [];
  }
}
