/** A simulated game server's RCON and a client for it, and servers that a test scripts byte by byte. */
import { createServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { systemRandom } from "../../src/kit/ids/ids.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import type { RconHabits } from "../../src/players/demo/rcon/habits.ts";
import { rconServer, type RconServer } from "../../src/players/demo/rcon/rcon-server.ts";
import type { SimulatedGame } from "../../src/players/demo/rcon/replies.ts";
import { rconClient, type RconClient, type RconClientOptions } from "../../src/players/rcon/index.ts";
import { keptLog, type KeptLog } from "./kept-log.ts";
import { manualClock, type ManualClock } from "./manual-clock.ts";
import { waitUntil } from "./wait-until.ts";

export const PASSWORD = "hunter2-Rcon-Pässword";

/** A game whose members a test changes. */
export interface TestGame extends SimulatedGame {
  online: { name: string; platformId: string }[];
  chat: string[];
  log: string[];
  saves: number;
}

export function testGame(): TestGame {
  const game: TestGame = {
    online: [],
    chat: [],
    log: [],
    saves: 0,
    players: () => game.online,
    takeChat: () => game.chat.splice(0),
    takeGameLog: () => game.log.splice(0),
    saveWorld: () => void game.saves++,
  };
  return game;
}

/** This many players, with names of two-byte letters. */
export function crowd(count: number): { name: string; platformId: string }[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `Spieler größer, ${index}. (äöü)`,
    platformId: String(76_561_198_000_000_000n + BigInt(index)),
  }));
}

export interface RconWorld {
  readonly game: TestGame;
  readonly server: RconServer;
  readonly client: RconClient;
  /** The client's; the server's time is real. */
  readonly clock: ManualClock;
  readonly log: KeptLog;
}

/** A server with these habits, and a client that is not connected yet. Both are closed when the test is over. */
export async function rconWorld(
  habits: Partial<RconHabits> = {},
  options: Partial<RconClientOptions> = {},
): Promise<RconWorld> {
  const game = testGame();
  const server = await rconServer({ game, password: PASSWORD, clock: systemClock(), habits });
  onTestFinished(() => server.close());
  return { game, server, ...testClient(server, options) };
}

export function testClient(
  { host, port }: Pick<RconServer, "host" | "port">,
  options: Partial<RconClientOptions> = {},
): { client: RconClient; clock: ManualClock; log: KeptLog } {
  const clock = manualClock();
  const log = keptLog();
  const client = rconClient({ host, port, password: PASSWORD, clock, log, random: systemRandom(), ...options });
  onTestFinished(() => client.close());
  return { client, clock, log };
}

/** A server that treats each connection as the test says. */
export async function scriptedServer(
  onConnection: (socket: Socket) => void,
): Promise<{ host: string; port: number; connections: () => number }> {
  const sockets: Socket[] = [];
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  );
  return { host: "127.0.0.1", port: (server.address() as AddressInfo).port, connections: () => sockets.length };
}

/** A packet, written here once more so that a test agrees with neither side by accident. */
export function packet(id: number, type: number, body: string | Buffer): Buffer {
  const bytes = Buffer.from(body);
  const head = Buffer.alloc(12);
  head.writeInt32LE(bytes.length + 10, 0);
  head.writeInt32LE(id, 4);
  head.writeInt32LE(type, 8);
  return Buffer.concat([head, bytes, Buffer.alloc(2)]);
}

/** Lets every password in and calls back for each command; one packet for each piece that comes, as our client sends. */
export function letIn(onCommand: (socket: Socket, id: number, command: string) => void): (socket: Socket) => void {
  return (socket) => {
    socket.on("data", (bytes) => {
      const id = bytes.readInt32LE(4);
      if (bytes.readInt32LE(8) === 3) socket.write(packet(id, 2, ""));
      else onCommand(socket, id, bytes.toString("utf8", 12, bytes.length - 2));
    });
  };
}

/** Waits until something holds: 15 s, for machines that are busy. */
export function until(holds: () => void | Promise<void>): Promise<void> {
  return waitUntil(holds);
}
