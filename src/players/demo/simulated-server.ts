/**
 * One game server of the simulated cluster, on ports of this machine: saves, RCON and, for ARK: Survival Evolved, Steam's
 * queries. Ascended answers none; its players are known from RCON alone.
 */
import { join } from "node:path";
import PQueue from "p-queue";
import type { Random } from "../../kit/ids/ids.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { HOUR_SECONDS } from "../../kit/time/spans.ts";
import { CLUSTER_DEFAULTS, type GameServer } from "../cluster/index.ts";
import { profileFileName, profileSketch, savedWorld } from "./game/saved-world.ts";
import type { GameWorld, ServerPlan } from "./game/world.ts";
import { ARK_SURVIVAL_EVOLVED_ID, type A2sState } from "./query/a2s-bytes.ts";
import { startA2sServer, type A2sServer } from "./query/a2s-server.ts";
import type { RconHabits } from "./rcon/habits.ts";
import { rconServer, type RconServer } from "./rcon/rcon-server.ts";
import { SaveFolder, type Crash, type SaveReport } from "./save-folder.ts";

const HOST = CLUSTER_DEFAULTS.host;

export interface SimulatedServerOptions {
  /** One of the world's servers. */
  readonly key: string;
  readonly world: GameWorld;
  /** Absolute; the saves are below it, where the game has them. Existing content is removed. */
  readonly folder: string;
  readonly password: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly habits?: Partial<RconHabits>;
  readonly pollSeconds?: number;
  /** From nothing (0) to players who have everything (1): about 110 KB each. Default 0.1. */
  readonly fullness?: number;
}

export interface SimulatedServer {
  readonly plan: ServerPlan;
  /** Where it is found, as a cluster's file would say. */
  readonly source: GameServer;
  /** Whether the game runs. */
  isUp(): boolean;
  /** Saves the world: every player and tribe that changed, and everybody who is online. */
  save(): Promise<SaveReport>;
  /** Writes arrivals from other servers, as the game does at once. */
  saveTravellers(): Promise<SaveReport>;
  /** Begins to save, and goes down in the midst of it. */
  crashInMidSave(crash: Crash): Promise<SaveReport>;
  /** Throws everybody out and closes its ports. */
  goDown(): Promise<void>;
  /** Opens the same ports again; RCON too, if it was off alone. */
  comeUp(): Promise<void>;
  /** RCON is off while the game goes on, until `comeUp`. */
  closeRcon(): Promise<void>;
  /** Begins a new, empty world: for a server that is down. */
  wipe(): Promise<SaveReport>;
  /** Changes how RCON behaves. */
  behave(habits: Partial<RconHabits>): void;
  /** Closes its ports, and leaves its saves. */
  stop(): Promise<void>;
}

/** Starts the server, with its first save written. Rejects when the folder or a port cannot be used. */
export async function startSimulatedServer(options: SimulatedServerOptions): Promise<SimulatedServer> {
  const server = new Server(options);
  await server.begin();
  return server;
}

class Server implements SimulatedServer {
  readonly plan: ServerPlan;
  readonly #options: SimulatedServerOptions;
  readonly #path: string;
  readonly #saves: SaveFolder;
  /** The game never writes two saves at a time. */
  readonly #queue = new PQueue({ concurrency: 1 });
  #habits: Partial<RconHabits>;
  #rcon: RconServer | undefined;
  #query: A2sServer | undefined;
  /** Given by the system at the start, and kept. */
  #rconPort = 0;
  #queryPort = 0;
  #isUp = true;

  constructor(options: SimulatedServerOptions) {
    const { world, key, clock, folder, fullness = 0.1 } = options;
    this.#options = options;
    this.#habits = options.habits ?? {};
    this.plan = world.server(key);
    const { game, mapName } = this.plan;
    this.#path = join(folder, "ShooterGame", "Saved", "SavedArks", ...(game === "ase" ? [] : [mapName]));
    this.#saves = new SaveFolder({ path: this.#path, game, mapName, clock, fullness });
  }

  async begin(): Promise<void> {
    await this.#saves.clear();
    await this.save();
    await this.#open();
  }

  get source(): GameServer {
    const { key, name, game } = this.plan;
    const { password, pollSeconds = CLUSTER_DEFAULTS.pollSeconds } = this.#options;
    return {
      key,
      name,
      game,
      saves: { folder: this.#path, store: "files", worldFile: undefined },
      rcon: { host: HOST, port: this.#rconPort, password: { from: "text", text: password } },
      query: game === "ase" ? { host: HOST, port: this.#queryPort } : undefined,
      pollSeconds,
      gameLog: false,
      chat: false,
    };
  }

  isUp(): boolean {
    return this.#isUp;
  }

  save(): Promise<SaveReport> {
    return this.#save(undefined);
  }

  saveTravellers(): Promise<SaveReport> {
    const { game, key, mapName } = this.plan;
    return this.#queue.add(() => {
      const files = this.#options.world
        .takeTravellers(key)
        .map(
          (survivor) =>
            [profileFileName(survivor), { kind: "profile", sketch: profileSketch(survivor, game, mapName) }] as const,
        );
      return this.#saves.add(new Map(files));
    });
  }

  async crashInMidSave(crash: Crash): Promise<SaveReport> {
    const report = await this.#save(crash);
    await this.goDown();
    return report;
  }

  async goDown(): Promise<void> {
    this.#isUp = false;
    this.#options.world.throwOut(this.plan.key);
    await this.stop();
  }

  async comeUp(): Promise<void> {
    await this.#open();
    this.#isUp = true;
  }

  async closeRcon(): Promise<void> {
    await this.#rcon?.close();
    this.#rcon = undefined;
  }

  async wipe(): Promise<SaveReport> {
    const { world, clock } = this.#options;
    world.wipe(this.plan.key, clock.now());
    await this.#queue.add(() => this.#saves.clear());
    return await this.save();
  }

  behave(changed: Partial<RconHabits>): void {
    this.#habits = { ...this.#habits, ...changed };
    this.#rcon?.behave(changed);
  }

  async stop(): Promise<void> {
    await Promise.all([this.closeRcon(), this.#query?.stop()]);
    this.#query = undefined;
    await this.#queue.onIdle();
  }

  #save(crash: Crash | undefined): Promise<SaveReport> {
    const { world, clock } = this.#options;
    const { key } = this.plan;
    return this.#queue.add(() => {
      const online = new Set(world.online(key).map(profileFileName));
      return this.#saves.save(savedWorld(world, key), online, Math.floor(world.gameSeconds(key, clock.now())), crash);
    });
  }

  async #open(): Promise<void> {
    const { world, password, clock, random } = this.#options;
    const { key, game } = this.plan;
    const simulated = {
      players: () => world.online(key).map(({ platformName, platformId }) => ({ name: platformName, platformId })),
      takeChat: () => world.takeChat(key),
      takeGameLog: () => world.takeGameLog(key),
      saveWorld: async () => void (await this.save()),
    };
    this.#rcon ??= await rconServer({ game: simulated, password, clock, port: this.#rconPort, habits: this.#habits });
    this.#rconPort = this.#rcon.port;
    if (game === "asa") return;
    const state = (): A2sState => queryState(world, this.plan, clock);
    this.#query ??= await startA2sServer({ state, random, port: this.#queryPort });
    this.#queryPort = this.#query.port;
  }
}

function queryState(world: GameWorld, { key, name, mapName, maxPlayers }: ServerPlan, clock: Clock): A2sState {
  const now = clock.now();
  return {
    name: `${name} - (v361.7)`,
    map: mapName,
    folder: "ark_survival_evolved",
    game: "ARK: Survival Evolved",
    version: "1.0.0.0",
    maxPlayers,
    password: false,
    gamePort: CLUSTER_DEFAULTS.gamePort,
    steamId: 90_071_992_547_409_921n,
    keywords: "OWNINGID:90071992547409921,OWNINGNAME:90071992547409921,SEARCHKEYWORDS:Custom",
    gameId: ARK_SURVIVAL_EVOLVED_ID,
    players: world.online(key).map(({ platformName, joinedAt = now }) => ({
      name: platformName,
      score: 0,
      seconds: Math.max(0, (now - joinedAt) / 1_000_000),
    })),
    rules: { ClusterId_s: "simulated", DayTime_s: String(Math.floor(world.gameSeconds(key, now) / HOUR_SECONDS)) },
  };
}
