/** Breaks save files in thousands of ways, and judges whatever the readers make of them. */
import { writeProfile } from "../../src/players/demo/saves/profile-save.ts";
import { writeTribe } from "../../src/players/demo/saves/tribe-save.ts";
import { writeTribute } from "./write-tribute.ts";
import { readSave, readTribute, SaveError } from "../../src/players/saves/index.ts";
import { SAVE_VERSIONS } from "./save-arbitraries.ts";

export interface MutationReport {
  /** Answers that break a promise, with what it takes to make them again; the first 20 of them. */
  readonly problems: readonly string[];
  /** How many files were read, and how many refused for each reason. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly slowestMs: number;
}

type Random = (below: number) => number;

/**
 * Reads `count` damaged files. Each reading must answer something sound or throw `SaveError`. The same seed damages the
 * same way.
 */
export function mutateSaves({ count, seed }: { readonly count: number; readonly seed: number }): MutationReport {
  const originals = makeOriginals();
  const problems: string[] = [];
  const outcomes: Record<string, number> = {};
  let slowestMs = 0;
  for (let run = 0; run < count && problems.length < 20; run++) {
    const random = randomFrom(seed + run);
    const { bytes, read } = originals[random(originals.length)] ?? { bytes: new Uint8Array(), read: readSave };
    const damaged = damage(bytes, random, originals[random(originals.length)]?.bytes ?? bytes);
    const began = performance.now();
    const { outcome, problem } = judge(read, damaged);
    slowestMs = Math.max(slowestMs, performance.now() - began);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (problem !== undefined) problems.push(`seed ${seed + run}: ${problem}`);
  }
  return { problems, outcomes, slowestMs };
}

interface Original {
  readonly bytes: Uint8Array;
  readonly read: (bytes: Uint8Array) => unknown;
}

function makeOriginals(): readonly Original[] {
  const saves = SAVE_VERSIONS.flatMap((version) => {
    const platformId = version === 1 ? "76561190000000001" : "0002".padEnd(32, "a1");
    const player = { id: 7_000_001n, platformId, platformName: "plain", characterName: "Ünï", level: 46, tribeId: 12 };
    const more = {
      ...player,
      networkAddress: "192.0.2.7",
      isFemale: true,
      deaths: 3,
      mapName: "TheIsland",
      dataVersion: 3,
    };
    const times = { loginTime: 2_000.5, lastLoginTime: 1_000.25, experience: 12.5, engramPoints: 400 };
    const members = [
      { id: 7_000_001n, name: "Ünï", rankGroup: 1 },
      { id: 7_000_002n, name: "Other", rankGroup: 2 },
    ];
    const tribes = [{ id: 12, name: "Wolves" }];
    const tribe = { id: 12, name: "Wolves", ownerId: 7_000_001n, members, adminIds: [7_000_002n], dinoCount: 4 };
    const log = ["Day 1, 01:02:03: Other was added to the Tribe!", "Day 2, 00:00:00: <RichColor>x</>"];
    return [
      writeProfile(player, version),
      writeProfile({ ...more, ...times, fullness: 0.02 }, version),
      writeProfile({ ...more, ...times, fullness: 0.6 }, version),
      writeTribe({ ...tribe, log, logIndex: 2, alliances: [{ id: 5, name: "All", tribes }] }, version),
    ];
  });
  return [
    ...saves.map((bytes) => ({ bytes, read: readSave })),
    { bytes: writeTribute({ playerIds: [1n, 2n, 3n], tribeIds: [4n] }), read: readTribute },
  ];
}

function damage(original: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  let bytes: Uint8Array = original.slice();
  for (let rounds = 1 + random(4); rounds > 0; rounds--) bytes = damageOnce(bytes, random, other);
  return bytes;
}

const ODD_NUMBERS = [-1, 0, 1, 2, 7, 63, 64, 255, 65_536, 2 ** 31 - 1, -(2 ** 31), -(2 ** 30), 0x04000000];

function damageOnce(bytes: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  // Most of the important bytes are at the beginning.
  const at = random(random(2) === 0 ? Math.min(bytes.length, 600) + 1 : bytes.length + 1);
  const length = random(random(3) === 0 ? 400 : 8);
  switch (random(8)) {
    case 0:
      return bytes.slice(0, at);
    case 1:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    case 2:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at, at + length), bytes.subarray(at)]);
    case 3:
      return Buffer.concat([bytes.subarray(0, at), other.subarray(random(other.length + 1))]);
    case 4: {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const odd = [...ODD_NUMBERS, bytes.length, bytes.length - at, random(200)];
      if (at + 4 <= bytes.length) view.setInt32(at, odd[random(odd.length)] ?? 0, true);
      return bytes;
    }
    case 5: {
      // A small change keeps more of the file's sense than a wild one.
      const near = (bytes[at] ?? 0) + 1 - 2 * random(2);
      if (at < bytes.length) bytes[at] = near;
      return bytes;
    }
    default:
      if (at < bytes.length) bytes[at] = random(256);
      return bytes;
  }
}

function judge(read: Original["read"], bytes: Uint8Array): { readonly outcome: string; readonly problem?: string } {
  let answer: unknown;
  try {
    answer = read(bytes);
  } catch (error) {
    if (!(error instanceof SaveError)) return { outcome: "other", problem: `threw ${String(error)}` };
    const isInside = error.offset >= 0 && error.offset <= bytes.length;
    return isInside ? { outcome: error.reason } : { outcome: error.reason, problem: `offset ${error.offset}` };
  }
  const problem = unsound(answer, bytes.length);
  return problem === undefined ? { outcome: "read" } : { outcome: "read", problem };
}

/** Text that no answer may hold, anywhere. */
function unsound(value: unknown, limit: number): string | undefined {
  switch (typeof value) {
    case "string":
      if (value.length > Math.min(2_000, limit)) return `a text of ${value.length} units`;
      return /\0|\p{Surrogate}/u.test(value) ? "an invalid text" : undefined;
    case "number":
      return Number.isFinite(value) ? undefined : `the number ${value}`;
    case "bigint":
      return value >= 0n && value < 2n ** 63n ? undefined : `the id ${value}`;
    case "object":
      if (value === null) return "null";
      if (Array.isArray(value) && value.length > limit) return `${value.length} entries`;
      return Object.values(value).reduce<string | undefined>((found, each) => found ?? unsound(each, limit), undefined);
    default:
      return undefined;
  }
}

/** Numbers from 0 to below what is asked, always the same for a seed (mulberry32). */
function randomFrom(seed: number): Random {
  let state = (seed * 0x9e3779b1) | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
