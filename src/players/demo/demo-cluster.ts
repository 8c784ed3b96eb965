/**
 * The cluster that `npm start` shows: three simulated game servers on this machine, on which invented people come, go
 * and play while the service polls. It is read like any other cluster; the service gets nothing from here directly.
 */
import { join } from "node:path";
import type { Random } from "../../kit/ids/ids.ts";
import type { Log } from "../../kit/log/log.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { Cluster } from "../cluster/index.ts";
import { Dice } from "./game/dice.ts";
import { comeOrGo, playOn } from "./game/life.ts";
import { populate, Recruits, SIMULATED_SERVERS } from "./game/population.ts";
import { GameWorld } from "./game/world.ts";
import { startSimulatedServer, type SimulatedServer } from "./simulated-server.ts";

export interface DemoClusterOptions {
  /** The data folder; the saves are in `demo-cluster` below it. */
  readonly folder: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Pick<Log, "info" | "warn">;
  /** Of one server's polls. Default 5: a visitor wants to see something. */
  readonly pollSeconds?: number;
}

export interface DemoCluster {
  readonly cluster: Cluster;
  /** Ends the life and closes all ports. The saves stay. */
  stop(): Promise<void>;
}

/** The same people with the same ids at every start. Their actions then are left to chance. */
const PEOPLE_SEED = 20_150_602;

const SHORTEST_BEAT_MS = 20_000;
const LONGEST_BEAT_MS = 60_000;
const SAVE_EVERY_MS = 60_000;

/** Starts the servers with their first saves written, and lets life go on until it is stopped. */
export async function startDemoCluster(options: DemoClusterOptions): Promise<DemoCluster> {
  const { clock, random, log } = options;
  const now = clock.now();
  const world = new GameWorld(SIMULATED_SERVERS, now);
  const peopleDice = new Dice(PEOPLE_SEED);
  const recruits = new Recruits(peopleDice);
  populate(world, peopleDice, recruits, now);

  const servers: SimulatedServer[] = [];
  const stopAll = async (): Promise<void> => void (await Promise.all(servers.map((server) => server.stop())));
  try {
    for (const { key } of world.servers) servers.push(await startSimulatedServer(serverOptions(key, world, options)));
  } catch (error) {
    await stopAll();
    throw error;
  }
  const stopping = new AbortController();
  const { signal } = stopping;
  const dice = new Dice(Buffer.from(random.bytes(4)).readUInt32LE());
  const life = liveUntil(signal, options, dice, async () => {
    const open = servers.filter((server) => server.isUp()).map(({ plan }) => plan.key);
    comeOrGo(world, dice, clock.now(), { open, recruits });
    for (let turn = dice.between(0, 3); turn > 0; turn--) playOn(world, dice, clock.now(), { open });
    for (const server of servers) await server.saveTravellers();
  });
  const saves = saveUntil(signal, options, servers);
  const ports = servers.map(({ source }) => source.rcon?.port);
  log.info({ ports }, "a simulated cluster of three game servers runs on this machine");
  return {
    cluster: {
      name: "Simulated cluster",
      isInvented: true,
      servers: servers.map(({ source }) => source),
      plugins: { permissions: undefined, arkShop: undefined },
    },
    async stop() {
      stopping.abort();
      await Promise.all([life, saves]);
      await stopAll();
    },
  };
}

function serverOptions(key: string, world: GameWorld, options: DemoClusterOptions) {
  const { clock, random, pollSeconds = 5 } = options;
  return {
    key,
    world,
    clock,
    random,
    pollSeconds,
    folder: join(options.folder, "demo-cluster", key),
    password: Buffer.from(random.bytes(18)).toString("base64url"),
  };
}

/** Runs a beat of the life every 20 to 60 seconds. */
async function liveUntil(
  signal: AbortSignal,
  options: DemoClusterOptions,
  dice: Dice,
  beat: () => Promise<void>,
): Promise<void> {
  while (await restedFor(options, dice.between(SHORTEST_BEAT_MS, LONGEST_BEAT_MS), signal)) {
    await carefully(options, beat);
  }
}

/** Saves one server after another, each once a minute. */
async function saveUntil(
  signal: AbortSignal,
  options: DemoClusterOptions,
  servers: readonly SimulatedServer[],
): Promise<void> {
  for (let turn = 0; await restedFor(options, SAVE_EVERY_MS / servers.length, signal); turn++) {
    await carefully(options, async () => void (await servers[turn % servers.length]?.save()));
  }
}

/** False when the signal is aborted, at once. */
async function restedFor({ clock }: DemoClusterOptions, ms: number, signal: AbortSignal): Promise<boolean> {
  await clock.sleep(ms, signal).catch(() => undefined);
  return !signal.aborted;
}

/** A disk that is full ends no life. */
async function carefully({ log }: DemoClusterOptions, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn({ err: error }, "the simulated cluster could not continue as planned; the program tries again");
  }
}
