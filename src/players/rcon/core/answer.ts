/**
 * Puts the answer to one command together. The protocol does not mark the end of an answer, and ARK does not repeat the
 * empty packet that makes other servers mark it. A long answer comes in full packets, and the first packet that is not
 * full is the last. When the last one happens to be full, only silence tells.
 */
import { withoutTrailing } from "../../../kit/text/without-trailing.ts";
import { ANSWER, type RconPacket } from "./packet.ts";

/** Of one answer, all packets together: 1 MB. A full server's list of players has some 10 kB. */
const MAX_ANSWER_BYTES = 1_000_000;

/**
 * A body of this length may not be the last. ARK fills packets with 4,096 bytes. Servers that apply Valve's limit of
 * 4,096 to the whole packet put 4,086 in, and some leave out the last character that does not fit.
 */
const FULL_BODY_BYTES = 4_000;

/** Sent by ARK at any time, with ids of its own making. */
const KEEP_ALIVE = "Keep Alive";

/**
 * How far the answer is: `waiting` for its first packet; `open` when more may follow and silence decides; `complete`;
 * `tooLong` when it is over 1 MB, and what it holds is of no use.
 */
export type AnswerStanding = "waiting" | "open" | "complete" | "tooLong";

export interface AnswerAssembler {
  /** Takes packets that came together. Those of other ids and types, and `Keep Alive`, change nothing. */
  add(packets: readonly RconPacket[]): AnswerStanding;
  /** Everything so far as UTF-8, with U+FFFD for invalid bytes, and without zeros at the end. */
  text(): string;
}

/** Collects the answer to the command that was sent with `id`. */
export function answerAssembler(id: number): AnswerAssembler {
  const bodies: Buffer[] = [];
  let totalBytes = 0;
  let standing: AnswerStanding = "waiting";
  return {
    add(packets) {
      for (const packet of packets) {
        if (!isPieceOf(packet, id) || standing === "tooLong") continue;
        // The decoder's buffer, of which the body is a part, may be larger than the body.
        bodies.push(Buffer.from(packet.body));
        totalBytes += packet.body.length;
        // Whatever has come already belongs to the answer, also after a packet that looked like the last.
        standing = packet.body.length >= FULL_BODY_BYTES ? "open" : "complete";
        if (totalBytes > MAX_ANSWER_BYTES) standing = "tooLong";
      }
      return standing;
    },
    // Joined as bytes: a packet may end within a character.
    text: () => withoutTrailing(Buffer.concat(bodies).toString(), "\0"),
  };
}

/** Whether a packet belongs to the answer to the command that was sent with `id`. */
export function isPieceOf(packet: RconPacket, id: number): boolean {
  return packet.type === ANSWER && packet.id === id && !isKeepAlive(packet.body);
}

function isKeepAlive(body: Buffer): boolean {
  return body.length <= 32 && body.toString().trim() === KEEP_ALIVE;
}
