/**
 * A game server's answers to Steam's queries over UDP, for the simulated cluster. It tells nothing longer than the
 * question to an address that has not shown, by sending a challenge back, that it really asked.
 */
import { createHmac } from "node:crypto";
import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import type { Random } from "../../../kit/ids/ids.ts";
import { challengeAnswer, datagramsOf, infoAnswer, playersAnswer, rulesAnswer, type A2sState } from "./a2s-bytes.ts";

export interface A2sServerOptions {
  /** Asked at each query. */
  readonly state: () => A2sState;
  readonly random: Random;
  /** 127.0.0.1 by default. */
  readonly host?: string;
  /** Any free port by default. */
  readonly port?: number;
  /** Longer answers are split; 1,400 by default, as game servers do. */
  readonly maxDatagramBytes?: number;
}

export interface A2sServer {
  readonly port: number;
  /** Resolves when the socket is closed. Stopping twice is not a mistake. */
  stop(): Promise<void>;
}

const INFO_QUESTION = Buffer.from("\xff\xff\xff\xffTSource Engine Query\0", "latin1");
const CHALLENGE_BYTES = 4;
const PLAYER_TYPE = 0x55;
const RULES_TYPE = 0x56;
/** The header, the type and the challenge. */
const LIST_QUESTION_BYTES = 9;
const MAX_SPLIT_ID = 0x7fff_ffff;

/** Starts answering. Rejects when the port cannot be opened. */
export async function startA2sServer(options: A2sServerOptions): Promise<A2sServer> {
  const { state, random, host = "127.0.0.1", port = 0, maxDatagramBytes = 1400 } = options;
  const secret = random.bytes(16);
  const socket = createSocket("udp4");
  let splitId = 0;

  socket.on("message", (datagram, from) => {
    const challenge = challengeFor(secret, from);
    const answer = answerTo(datagram, challenge, state);
    if (!answer) return;
    splitId = (splitId % MAX_SPLIT_ID) + 1;
    for (const part of datagramsOf(answer, splitId, maxDatagramBytes)) {
      // Datagrams may be lost; a client that missed one asks again.
      socket.send(part, from.port, from.address, () => {});
    }
  });
  await bind(socket, host, port);
  // A failure of an earlier answer is not a reason to stop answering.
  socket.on("error", () => {});

  let stopped: Promise<void> | undefined;
  return {
    port: socket.address().port,
    stop() {
      stopped ??= new Promise((resolve) => {
        socket.close(() => resolve());
      });
      return stopped;
    },
  };
}

/** Undefined for datagrams that are not a question, which are ignored. */
function answerTo(datagram: Buffer, challenge: Buffer, state: () => A2sState): Buffer | undefined {
  if (datagram.subarray(0, INFO_QUESTION.length).equals(INFO_QUESTION)) {
    const shown = datagram.subarray(INFO_QUESTION.length);
    if (shown.length !== 0 && shown.length !== CHALLENGE_BYTES) return undefined;
    return shown.equals(challenge) ? infoAnswer(state()) : challengeAnswer(challenge);
  }
  if (datagram.length !== LIST_QUESTION_BYTES || datagram.readInt32LE(0) !== -1) return undefined;
  const type = datagram.readUInt8(4);
  if (type !== PLAYER_TYPE && type !== RULES_TYPE) return undefined;
  if (!datagram.subarray(5).equals(challenge)) return challengeAnswer(challenge);
  return type === PLAYER_TYPE ? playersAnswer(state()) : rulesAnswer(state());
}

/**
 * The same for every question of one address, without a table of who asked. Neither 0 nor -1, which clients take for
 * "none yet".
 */
function challengeFor(secret: Uint8Array, from: RemoteInfo): Buffer {
  const digest = createHmac("sha256", secret).update(`${from.address}:${from.port}`).digest();
  const challenge = Buffer.from(digest.subarray(0, CHALLENGE_BYTES));
  const first = challenge.readUInt8(0);
  if (first === 0 || first === 0xff) challenge.writeUInt8(0x5a, 0);
  return challenge;
}

function bind(socket: Socket, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.bind(port, host, () => {
      socket.off("error", reject);
      resolve();
    });
  });
}
