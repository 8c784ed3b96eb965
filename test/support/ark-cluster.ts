/** A small cluster of simulated game servers in a temporary folder, whose time and whose life a test moves. */
import { systemRandom } from "../../src/kit/ids/ids.ts";
import type { Cluster } from "../../src/players/cluster/index.ts";
import { Dice } from "../../src/players/demo/game/dice.ts";
import { populate, Recruits, SIMULATED_SERVERS } from "../../src/players/demo/game/population.ts";
import { GameWorld } from "../../src/players/demo/game/world.ts";
import type { RconHabits } from "../../src/players/demo/rcon/habits.ts";
import { startSimulatedServer, type SimulatedServer } from "../../src/players/demo/simulated-server.ts";
import { manualClock, type ManualClock } from "./manual-clock.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export const ARK_PASSWORD = "hunter2-Simulated-Pässword";

/** 2026-02-01T00:00:00Z. */
const START_MS = Date.UTC(2026, 1, 1);

export interface ArkWorld {
  readonly world: GameWorld;
  readonly dice: Dice;
  readonly recruits: Recruits;
  readonly clock: ManualClock;
}

export interface ArkCluster extends ArkWorld {
  readonly servers: readonly SimulatedServer[];
  server(key: string): SimulatedServer;
  /** As `tripod.yaml` would describe it. */
  readonly cluster: Cluster;
  /** Closes the servers and removes their saves. */
  stop(): Promise<void>;
}

/** A populated world without servers. The same seed gives the same one. */
export function arkWorld(seed: number, clock: ManualClock = manualClock(START_MS)): ArkWorld {
  const dice = new Dice(seed);
  const recruits = new Recruits(dice);
  const world = new GameWorld(SIMULATED_SERVERS, clock.now());
  populate(world, dice, recruits, clock.now());
  return { world, dice, recruits, clock };
}

/** Servers on free ports, with their first saves written. RCON behaves as it likes to: badly, in ways that ARK knows. */
export async function arkCluster(
  options: { readonly seed?: number; readonly clock?: ManualClock; readonly habits?: Partial<RconHabits> } = {},
): Promise<ArkCluster> {
  const parts = arkWorld(options.seed ?? 1, options.clock);
  const home = await temporaryFolder("tripod-ark-");
  const servers: SimulatedServer[] = [];
  for (const { key } of parts.world.servers) {
    const server = await startSimulatedServer({
      ...parts,
      key,
      folder: `${home.path}/${key}`,
      password: ARK_PASSWORD,
      random: systemRandom(),
      habits: options.habits ?? { keepAlives: true, strayPackets: true, pieceBytes: 700 },
      fullness: 0.02,
    });
    servers.push(server);
  }
  return {
    ...parts,
    servers,
    server(key) {
      const server = servers.find(({ plan }) => plan.key === key);
      if (!server) throw new Error(`there is no server ${key}`);
      return server;
    },
    cluster: {
      name: "Simulated cluster",
      servers: servers.map(({ source }) => source),
      plugins: { permissions: undefined, arkShop: undefined },
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      await home.remove();
    },
  };
}
