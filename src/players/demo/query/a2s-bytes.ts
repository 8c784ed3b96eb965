/**
 * The answers of a game server to Steam's queries, byte by byte, as
 * https://developer.valvesoftware.com/wiki/Server_queries describes them. Numbers are little-endian.
 */

/** The answers of a simulated game server. */
export interface A2sState {
  readonly name: string;
  readonly map: string;
  /** Name of the game's folder on the server. */
  readonly folder: string;
  /** The game's title. */
  readonly game: string;
  readonly version: string;
  readonly maxPlayers: number;
  readonly password: boolean;
  /** Where players connect; not the port that is queried. */
  readonly gamePort: number;
  readonly steamId: bigint;
  /** Separated by commas. */
  readonly keywords: string;
  /** A full application id, which the 16 bits of the plain answer cannot hold. */
  readonly gameId: bigint;
  /** In order of joining. One who is still connecting has an empty name. */
  readonly players: readonly { readonly name: string; readonly score: number; readonly seconds: number }[];
  readonly rules: Readonly<Record<string, string>>;
}

export const ARK_SURVIVAL_EVOLVED_ID = 346_110n;

const PROTOCOL_VERSION = 17;
const MAX_TEXT_BYTES = 200;
/** Counts are single bytes. */
const MAX_COUNT = 255;
const SPLIT_HEADER_BYTES = 12;
const SINGLE = Buffer.from([0xff, 0xff, 0xff, 0xff]);

/** Which of the optional parts follow the version: game port, the server's Steam id, keywords, the full game id. */
const EXTRA_DATA = 0x80 | 0x10 | 0x20 | 0x01;

/** A2S_INFO: what the server is and how many play. Texts are cut at 200 bytes, counts at 255. */
export function infoAnswer(state: A2sState): Buffer {
  return Buffer.concat([
    SINGLE,
    Buffer.from([0x49, PROTOCOL_VERSION]),
    text(state.name),
    text(state.map),
    text(state.folder),
    text(state.game),
    uint16(Number(state.gameId & 0xffffn)),
    Buffer.from([Math.min(state.players.length, MAX_COUNT), Math.min(state.maxPlayers, MAX_COUNT), 0]),
    // A dedicated server, on Linux, with or without a password, not guarded against cheats.
    Buffer.from([0x64, 0x6c, state.password ? 1 : 0, 0]),
    text(state.version),
    Buffer.from([EXTRA_DATA]),
    uint16(state.gamePort),
    uint64(state.steamId),
    text(state.keywords),
    uint64(state.gameId),
  ]);
}

/** A2S_PLAYER: who plays, by name only. The count is a byte, so only the first 255 are sent. */
export function playersAnswer(state: A2sState): Buffer {
  const told = state.players.slice(0, MAX_COUNT);
  const entries = told.flatMap(({ name, score, seconds }, index) => {
    const numbers = Buffer.alloc(8);
    numbers.writeInt32LE(score, 0);
    numbers.writeFloatLE(seconds, 4);
    return [Buffer.from([index]), text(name), numbers];
  });
  return Buffer.concat([SINGLE, Buffer.from([0x44, told.length]), ...entries]);
}

/** A2S_RULES: the server's settings that it makes public. */
export function rulesAnswer(state: A2sState): Buffer {
  const rules = Object.entries(state.rules);
  return Buffer.concat([
    SINGLE,
    Buffer.from([0x45]),
    uint16(rules.length),
    ...rules.flatMap(([key, value]) => [text(key), text(value)]),
  ]);
}

/** The number that a client must send back before it gets anything longer than its question. */
export function challengeAnswer(challenge: Buffer): Buffer {
  return Buffer.concat([SINGLE, Buffer.from([0x41]), challenge]);
}

/**
 * The datagrams of one answer, none larger than `maxBytes`. A short answer is one datagram as it is; a long one is cut,
 * and each piece says which of how many it is. `id` is a number below 2^31 that the pieces share.
 */
export function datagramsOf(answer: Buffer, id: number, maxBytes: number): Buffer[] {
  if (answer.length <= maxBytes) return [answer];
  const pieceBytes = maxBytes - SPLIT_HEADER_BYTES;
  const total = Math.ceil(answer.length / pieceBytes);
  return Array.from({ length: total }, (_, number) => {
    const header = Buffer.alloc(SPLIT_HEADER_BYTES);
    header.writeInt32LE(-2, 0);
    // The highest bit would say that the pieces are compressed.
    header.writeUInt32LE(id, 4);
    header.writeUInt8(total, 8);
    header.writeUInt8(number, 9);
    header.writeUInt16LE(maxBytes, 10);
    return Buffer.concat([header, answer.subarray(number * pieceBytes, (number + 1) * pieceBytes)]);
  });
}

/** UTF-8 up to 200 bytes, never half a character, with the NUL that ends it. */
function text(value: string): Buffer {
  const bytes = Buffer.from(value.replaceAll("\0", ""), "utf8");
  let end = Math.min(bytes.length, MAX_TEXT_BYTES);
  while (end < bytes.length && end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return Buffer.concat([bytes.subarray(0, end), Buffer.from([0])]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value & 0xffff);
  return bytes;
}

function uint64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt.asUintN(64, value));
  return bytes;
}
