/**
 * Packets of the Source RCON protocol (https://developer.valvesoftware.com/wiki/Source_RCON_Protocol), all numbers
 * little-endian: int32 size of what follows, int32 id, int32 type, the body, two zero bytes.
 */
import { invariant } from "../../../kit/errors/invariant.ts";

/** One packet, without its size and its closing zeros. */
export interface RconPacket {
  /** Chosen by the client and repeated by the server; -1 says that the password was wrong. */
  readonly id: number;
  readonly type: number;
  /** At most `MAX_BODY_BYTES`; may end within a UTF-8 character. */
  readonly body: Buffer;
}

/** The content of a client's first packet: the password. */
export const AUTH = 3;
/** The server's verdict on the password. */
export const AUTH_ANSWER = 2;
/** A command. The number is also that of the verdict; the direction tells them apart. */
export const COMMAND = 2;
/** A piece of a command's answer. */
export const ANSWER = 0;

/** Of one body. A longer answer comes in several packets. */
const MAX_BODY_BYTES = 4096;

const SIZE_BYTES = 4;
/** The counted bytes besides the body: id, type and two zeros. */
const FRAME_BYTES = 10;
const MAX_SIZE = MAX_BODY_BYTES + FRAME_BYTES;

/**
 * Writes one packet.
 *
 * @throws BrokenInvariant when the body is longer than `MAX_BODY_BYTES` or holds a zero byte, which would end it early.
 * The message never quotes the body.
 */
export function encodePacket(id: number, type: number, text: string): Buffer {
  const body = Buffer.from(text);
  invariant(body.length <= MAX_BODY_BYTES, "the body of an RCON packet has at most 4,096 bytes");
  invariant(!body.includes(0), "the body of an RCON packet holds no zero byte");
  const packet = Buffer.alloc(SIZE_BYTES + FRAME_BYTES + body.length);
  packet.writeInt32LE(FRAME_BYTES + body.length, 0);
  packet.writeInt32LE(id, 4);
  packet.writeInt32LE(type, 8);
  body.copy(packet, 12);
  return packet;
}

/** The content of a piece of the stream: whole packets, and the problem with the rest, if any. */
export interface Decoded {
  readonly packets: readonly RconPacket[];
  /** A clause for operators, such as "it announces a packet of 1347703880 bytes". The stream cannot be read any further. */
  readonly problem: string | undefined;
}

export interface PacketDecoder {
  /** Takes the next bytes of the stream, however it was cut. Keeps at most one unfinished packet. */
  push(bytes: Buffer): Decoded;
}

/** Reads packets from a stream. After a problem it reads nothing more and repeats the problem. */
export function packetDecoder(): PacketDecoder {
  let pending: Buffer = Buffer.alloc(0);
  let problem: string | undefined;
  return {
    push(bytes) {
      const packets: RconPacket[] = [];
      if (problem === undefined) pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
      while (problem === undefined && pending.length >= SIZE_BYTES) {
        const size = pending.readInt32LE(0);
        problem = sizeProblem(size);
        if (problem !== undefined || pending.length < SIZE_BYTES + size) break;
        const packet = pending.subarray(SIZE_BYTES, SIZE_BYTES + size);
        pending = pending.subarray(SIZE_BYTES + size);
        if (packet.readUInt16LE(size - 2) !== 0) problem = "a packet does not end with two zero bytes";
        else
          packets.push({ id: packet.readInt32LE(0), type: packet.readInt32LE(4), body: packet.subarray(8, size - 2) });
      }
      return { packets, problem };
    },
  };
}

function sizeProblem(size: number): string | undefined {
  return size < FRAME_BYTES || size > MAX_SIZE ? `it announces a packet of ${size} bytes` : undefined;
}
