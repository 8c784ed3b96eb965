/**
 * The RCON server of the simulated game server, for the demo and for tests. It writes and reads packets itself and not
 * with the client's code, so that the two test each other. It has ARK's weaknesses: it does not repeat terminators, and
 * a connection hangs for good if a second packet arrives before the first is answered.
 */
import { createServer, type AddressInfo, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../../../kit/time/clock.ts";
import { ARK_HABITS, type RconHabits } from "./habits.ts";
import { replyTo, type SimulatedGame } from "./replies.ts";

export interface RconServerOptions {
  readonly game: SimulatedGame;
  readonly password: string;
  readonly clock: Clock;
  /** On 127.0.0.1. Default: a free one. */
  readonly port?: number;
  /** Default: those of a well-behaved ARK server. */
  readonly habits?: Partial<RconHabits>;
}

/** Counts since the start. */
export interface RconServerCounts {
  readonly connections: number;
  readonly rightPasswords: number;
  readonly wrongPasswords: number;
  readonly commands: number;
  /** Packets that came while a command was being answered. */
  readonly overlaps: number;
}

export interface RconServer {
  readonly host: string;
  readonly port: number;
  counts(): RconServerCounts;
  /** How many connections are open now. */
  openConnections(): number;
  /** Changes habits from the next packet on. */
  behave(habits: Partial<RconHabits>): void;
  /** Closes every connection, as a restart of the game would. */
  dropConnections(): void;
  /** Stops listening and closes every connection. Resolves when all is closed. */
  close(): Promise<void>;
}

const HOST = "127.0.0.1";
const MAX_CONNECTIONS = 32;

const AUTH = 3;
const COMMAND = 2;
const VERDICT = 2;
const ANSWER = 0;

interface Packet {
  readonly id: number;
  readonly type: number;
  readonly body: string;
}

/** The common state of all connections of a server. */
interface Shared extends RconServerOptions {
  habits: RconHabits;
  readonly counts: { -readonly [Name in keyof RconServerCounts]: number };
}

/** Starts the server. */
export async function rconServer(options: RconServerOptions): Promise<RconServer> {
  const shared: Shared = {
    ...options,
    habits: { ...ARK_HABITS, ...options.habits },
    counts: { connections: 0, rightPasswords: 0, wrongPasswords: 0, commands: 0, overlaps: 0 },
  };
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    shared.counts.connections++;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    serve(socket, shared);
  });
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, HOST, resolve);
  });
  const dropConnections = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    host: HOST,
    port: (server.address() as AddressInfo).port,
    counts: () => ({ ...shared.counts }),
    openConnections: () => sockets.size,
    behave(habits) {
      shared.habits = { ...shared.habits, ...habits };
    },
    dropConnections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        dropConnections();
      }),
  };
}

/** Talks with one client until the connection ends. */
function serve(socket: Socket, shared: Shared): void {
  const { counts, password } = shared;
  let pending: Buffer = Buffer.alloc(0);
  let signedIn = false;
  let busy = false;
  let hangs = false;

  async function receive({ id, type, body }: Packet): Promise<void> {
    const { habits } = shared;
    if (type === AUTH) {
      signedIn = body === password;
      counts[signedIn ? "rightPasswords" : "wrongPasswords"]++;
      if (habits.silentTo === "passwords") return;
      const empty = habits.emptyBeforeVerdict ? [packet(id, ANSWER, "")] : [];
      await send(socket, [...empty, packet(signedIn ? id : -1, VERDICT, "")], shared, Number.POSITIVE_INFINITY);
    } else if (type === COMMAND && signedIn) {
      counts.commands++;
      if (habits.silentTo === "commands") return;
      const reply = await replyTo(shared.game, body);
      await send(
        socket,
        answerPackets(id, reply, habits),
        shared,
        habits.hangsUpAfterBytes ?? Number.POSITIVE_INFINITY,
      );
    } else if (type === COMMAND) {
      socket.destroy();
    }
  }

  function take(next: Packet): void {
    if (busy) {
      counts.overlaps++;
      hangs = true;
    }
    if (hangs) return;
    busy = true;
    receive(next).then(
      () => {
        busy = false;
      },
      () => socket.destroy(),
    );
  }

  socket.on("error", () => undefined);
  socket.on("data", (bytes) => {
    pending = Buffer.concat([pending, bytes]);
    while (pending.length >= 4 && !socket.destroyed) {
      const size = pending.readInt32LE(0);
      if (size < 10 || size > 4106) socket.destroy();
      if (socket.destroyed || pending.length < 4 + size) return;
      const next = {
        id: pending.readInt32LE(4),
        type: pending.readInt32LE(8),
        body: pending.toString("utf8", 12, 2 + size),
      };
      pending = pending.subarray(4 + size);
      take(next);
    }
  });
}

/** An answer cut into packets, with what else the habits put between them. */
function answerPackets(id: number, reply: string, habits: RconHabits): Buffer[] {
  // Each character becomes one question mark for each of its UTF-16 units, as in the game.
  const bytes = Buffer.from(habits.questionMarks ? reply.replaceAll(/[\u0080-\uffff]/g, "?") : reply);
  const packets: Buffer[] = [];
  for (let from = 0; from === 0 || from < bytes.length; from += habits.bodyBytes) {
    if (habits.keepAlives) packets.push(packet(0, ANSWER, "Keep Alive"));
    if (habits.strayPackets) packets.push(packet(id ^ 0x5555, ANSWER, "0. Nobody, 76561190000000000 \n"));
    packets.push(packet(id, ANSWER, bytes.subarray(from, from + habits.bodyBytes)));
  }
  return packets;
}

/** Sends at most `maxBytes` and then closes the connection, or everything. */
async function send(
  socket: Socket,
  packets: readonly Buffer[],
  { habits, clock }: Shared,
  maxBytes: number,
): Promise<void> {
  if (habits.garbage) {
    socket.write(habits.garbage);
    return;
  }
  let left = maxBytes;
  for (const [index, whole] of packets.entries()) {
    if (index > 0 && habits.gapMs > 0) await clock.sleep(habits.gapMs);
    const bytes = whole.subarray(0, left);
    const pieceBytes = habits.pieceBytes ?? bytes.length;
    for (let from = 0; from < bytes.length && !socket.destroyed; from += pieceBytes) {
      // Before and not after a piece: with the last one the answer is over, and the next command may come.
      if (habits.pieceBytes !== undefined) await nextTurn();
      socket.write(bytes.subarray(from, from + pieceBytes));
    }
    left -= bytes.length;
    if (left <= 0) {
      socket.end();
      return;
    }
  }
}

function packet(id: number, type: number, body: string | Buffer): Buffer {
  const bytes = Buffer.from(body);
  const head = Buffer.alloc(12);
  head.writeInt32LE(bytes.length + 10, 0);
  head.writeInt32LE(id, 4);
  head.writeInt32LE(type, 8);
  return Buffer.concat([head, bytes, Buffer.alloc(2)]);
}
