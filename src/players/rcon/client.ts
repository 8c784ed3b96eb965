/**
 * The RCON client of one game server. ARK hangs when commands overlap, and its answers do not name their command. So
 * the client uses one connection with one command at a time, and closes a connection after any failure: a late answer
 * has nowhere to arrive.
 */
import PQueue from "p-queue";
import type { Random } from "../../kit/ids/ids.ts";
import type { Log } from "../../kit/log/log.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { isPieceOf } from "./core/answer.ts";
import { AUTH, encodePacket, type RconPacket } from "./core/packet.ts";
import { packetStream, placeDetail, type PacketStream } from "./packet-stream.ts";
import { runCommand, signIn } from "./questions.ts";
import { RconError } from "./rcon-error.ts";
import { retryPause } from "./retry-pause.ts";

export interface RconClientOptions {
  readonly host: string;
  readonly port: number;
  /** ARK's `ServerAdminPassword`. It goes to the game server and nowhere else. */
  readonly password: string;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn">;
  readonly random: Random;
  /** For one command, and for connecting and saying the password together. Default 5,000. */
  readonly commandTimeoutMs?: number;
  /** How much silence after a full packet ends an answer. Default 300. */
  readonly quietMs?: number;
}

export interface RconClient {
  /**
   * Sends one command (at most 4,096 bytes) after those that were given before, and answers its text. Connects when no
   * connection is open, but not before the pause after a failure is over: until then it fails at once, as it failed
   * before. Nothing is sent twice: some commands take away what they answer.
   *
   * @throws RconError by what happened; the signal's reason when it is aborted, which also ends the connection if the
   * command is in progress.
   */
  execute(command: string, signal?: AbortSignal): Promise<string>;
  /** Fails what is in progress and everything after. Resolves when the connection is gone. */
  close(): Promise<void>;
}

const COMMAND_TIMEOUT_MS = 5_000;
const QUIET_MS = 300;

/**
 * Commands that may wait for the one in progress. Polls come one at a time; this many mean that the server is stuck.
 */
const MAX_WAITING = 16;

/**
 * Makes the client; nothing is sent before the first command.
 *
 * @throws BrokenInvariant when the password does not fit into a packet or holds a zero byte.
 */
export function rconClient(options: RconClientOptions): RconClient {
  const { host, port, clock, log } = options;
  const timeoutMs = options.commandTimeoutMs ?? COMMAND_TIMEOUT_MS;
  encodePacket(1, AUTH, options.password);
  const queue = new PQueue({ concurrency: 1 });
  const pause = retryPause(clock, options.random);
  const nextId = packetIds(options.random);
  let stream: PacketStream | undefined;
  let answeredId: number | undefined;
  let alwaysBySilence = false;
  let closed = false;

  /** A server that goes on after a packet that was not full: from now on, each answer waits for silence. */
  function noticeLatePieces(packets: readonly RconPacket[]): void {
    const id = answeredId;
    if (id === undefined || alwaysBySilence) return;
    alwaysBySilence = packets.some((packet) => isPieceOf(packet, id) && packet.body.length > 0);
    if (alwaysBySilence) {
      log.warn({ rcon: `${host}:${port}` }, "an RCON answer went on after its end; answers now wait for silence");
    }
  }

  async function signedIn(signal: AbortSignal | undefined): Promise<PacketStream> {
    if (stream?.isOpen()) return stream;
    const opened = packetStream({ host, port, clock, onPackets: noticeLatePieces });
    stream = opened;
    await signIn({ stream: opened, id: nextId(), timeoutMs, signal }, options.password);
    log.info({ rcon: `${host}:${port}` }, "connected to RCON");
    return opened;
  }

  async function exchange(command: string, signal: AbortSignal | undefined): Promise<string> {
    const opened = await signedIn(signal);
    const id = nextId();
    const end = { clock, quietMs: options.quietMs ?? QUIET_MS, alwaysBySilence };
    const text = await runCommand({ stream: opened, id, timeoutMs, signal }, command, end);
    answeredId = id;
    return text;
  }

  async function run(command: string, signal: AbortSignal | undefined): Promise<string> {
    signal?.throwIfAborted();
    if (closed) throw shutDown(host, port);
    if (!stream?.isOpen()) pause.check();
    try {
      const text = await exchange(command, signal);
      pause.succeeded();
      return text;
    } catch (error) {
      if (error instanceof RconError) pause.failed(error);
      throw error;
    }
  }

  return {
    async execute(command, signal) {
      if (queue.size >= MAX_WAITING) {
        throw new RconError("busy", "Too many commands are waiting for RCON.", { detail: placeDetail(host, port) });
      }
      return await queue.add(() => run(command, signal), signal ? { signal } : {});
    },
    async close() {
      closed = true;
      stream?.destroy(shutDown(host, port));
      await Promise.all([stream?.ended, queue.onIdle()]);
    },
  };
}

function shutDown(host: string, port: number): RconError {
  return new RconError("closed", "The connection to RCON is shut down.", { detail: placeDetail(host, port) });
}

/** Ids from 1 up, begun somewhere, so that packets that a server makes up hardly meet them. */
function packetIds(random: Random): () => number {
  let last = Buffer.from(random.bytes(4)).readUInt32LE() >>> 2;
  return () => {
    last = last >= 0x7fff_ffff ? 1 : last + 1;
    return last;
  };
}
