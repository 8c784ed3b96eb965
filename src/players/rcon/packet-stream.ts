/**
 * One TCP connection to a game server's RCON that carries packets. Whatever fails ends it for good: a stream in which
 * something was missed cannot be trusted again.
 */
import { connect } from "node:net";
import { codeOf } from "../../kit/errors/code-of.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { packetDecoder, type RconPacket } from "./core/packet.ts";
import { RconError, type RconErrorKind } from "./rcon-error.ts";

export interface PacketStreamOptions {
  readonly host: string;
  readonly port: number;
  readonly clock: Clock;
  /** Called for all packets, in pieces as they arrive, before the requester gets them. */
  readonly onPackets: (packets: readonly RconPacket[]) => void;
}

/** One packet out, and what comes back until `take` has what it wants. */
export interface Question<Result> {
  readonly packet: Buffer;
  /** Gets packets in pieces as they came. Calls `finish` when it has its result, or ends the stream. */
  readonly take: (packets: readonly RconPacket[], finish: (result: Result) => void) => void;
  readonly timeoutMs: number;
  /** With what the stream ends when time is up. */
  readonly timeout: () => RconError;
  /** Ends the stream when aborted; `ask` then rejects with its reason. */
  readonly signal: AbortSignal | undefined;
}

export interface PacketStream {
  /** What ends the stream, with the server's address as its detail. */
  failure(kind: RconErrorKind, says: string, cause?: unknown): RconError;
  /** False once it ended, for whatever reason. */
  isOpen(): boolean;
  /** Whether the other side accepted the connection. */
  isConnected(): boolean;
  /** Asks one question. The caller waits for its result before the next; rejects with what ended the stream, if it ended. */
  ask<Result>(question: Question<Result>): Promise<Result>;
  /** Ends the stream at once; a question in progress fails with the first error given. */
  destroy(error: RconError): void;
  /** Resolves when the socket is gone. */
  readonly ended: Promise<void>;
}

/** Finds servers that went away without a word between two polls. */
const KEEP_ALIVE_MS = 30_000;

/** The question in progress, as the socket sees it. */
interface Asked {
  take(packets: readonly RconPacket[]): void;
  fail(reason: unknown): void;
}

/** Starts to connect. */
export function packetStream({ host, port, clock, onPackets }: PacketStreamOptions): PacketStream {
  const failureOf: PacketStream["failure"] = (kind, says, cause) =>
    new RconError(kind, says, { detail: placeDetail(host, port), cause });
  const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS });
  const decoder = packetDecoder();
  let connected = false;
  let failure: RconError | undefined;
  let asked: Asked | undefined;

  const destroy = (error: RconError): void => {
    failure ??= error;
    socket.destroy();
    asked?.fail(failure);
  };

  socket.on("connect", () => {
    connected = true;
  });
  socket.on("data", (bytes) => {
    const { packets, problem } = decoder.push(bytes);
    onPackets(packets);
    asked?.take(packets);
    if (problem !== undefined) {
      destroy(failureOf("badAnswer", `What answers does not speak RCON: ${problem}.`));
    }
  });
  socket.on("error", (cause) => {
    destroy(
      connected
        ? failureOf("closed", "RCON broke the connection off.", cause)
        : failureOf("unreachable", `RCON cannot be reached${codeInWords(cause)}.`, cause),
    );
  });
  socket.on("end", () => destroy(failureOf("closed", "RCON closed the connection.")));
  const ended = new Promise<void>((resolve) => {
    socket.on("close", () => resolve());
  });

  return {
    failure: failureOf,
    isOpen: () => failure === undefined,
    isConnected: () => connected,
    destroy,
    ended,
    async ask<Result>({ packet, take, timeoutMs, timeout, signal }: Question<Result>) {
      signal?.throwIfAborted();
      if (failure) throw failure;
      const done = new AbortController();
      const giveUp = (): void => {
        asked?.fail(signal?.reason);
        destroy(failureOf("closed", "RCON was left because a command was given up."));
      };
      signal?.addEventListener("abort", giveUp, { once: true });
      void clock.sleep(timeoutMs, done.signal).then(
        () => destroy(timeout()),
        () => undefined,
      );
      try {
        return await new Promise<Result>((resolve, reject) => {
          asked = { take: (packets) => take(packets, resolve), fail: reject };
          socket.write(packet);
        });
      } finally {
        asked = undefined;
        done.abort();
        signal?.removeEventListener("abort", giveUp);
      }
    },
  };
}

/** A sentence for operators. */
export function placeDetail(host: string, port: number): string {
  return `It is at ${host}:${port}.`;
}

/** ` (ECONNREFUSED)`, or nothing. */
function codeInWords(error: Error): string {
  const code = codeOf(error);
  return code === undefined ? "" : ` (${code})`;
}
