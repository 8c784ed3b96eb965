/**
 * A game server that saves and lists something with every tick, always the same with the same tick. So the stored and
 * shown data after any number of ticks are known, and a tick that was applied in part would be seen.
 */
import { fromMillis, type Instant } from "../../src/kit/time/instant.ts";
import type { SessionChange } from "../../src/players/presence/index.ts";
import type { SavedProfile } from "../../src/players/saves/index.ts";
import type { SavedChanges } from "../../src/players/saves/saved-contents.ts";
import type { FileStamp } from "../../src/players/saves/watch/core/file-stamp.ts";

/** Players of one server, how many of them each tick saves, and how many are online. */
const PLAYERS = 240;
const SAVED_AT_ONCE = 16;
const ONLINE = 40;
const TRIBES = 10;
const LOG_LINES = 4;

/** The changes of one tick: players saved, one gone, a tribe, one who comes and one who leaves. */
export const CHANGES_OF_A_TICK = SAVED_AT_ONCE + 4;

export interface BusyServer {
  readonly key: string;
  /** Of its first player; the others follow. */
  readonly firstPlayer: bigint;
  readonly firstTribe: number;
}

/** The ids of the second one's players are past 2^53. */
export const BUSY_SERVERS: readonly BusyServer[] = [
  { key: "island", firstPlayer: 1_000_000n, firstTribe: 100 },
  { key: "ragnarok", firstPlayer: 9_007_199_254_741_000n, firstTribe: 900 },
];

export function timeOf(tick: number): Instant {
  return fromMillis(Date.UTC(2026, 0, 1) + tick * 1_000);
}

export function accountOf(server: BusyServer, player: number): string {
  return `7656119${String(server.firstTribe * 1_000 + player).padStart(10, "0")}`;
}

export function platformNameOf(server: BusyServer, player: number): string {
  return `${server.key} account ${player}`;
}

/** The saves of one tick: some players and a tribe are written again, and one player's save is gone until the next. */
export function savesOf(server: BusyServer, tick: number): SavedChanges {
  const tribe = tick % TRIBES;
  const lines = Array.from({ length: LOG_LINES }, (_, age) => tick - age * TRIBES).filter((at) => at > 0);
  return {
    full: false,
    last: true,
    profiles: savedIn(tick).map((player) => ({
      ...fileOf(`${accountOf(server, player)}.arkprofile`, tick),
      content: profileOf(server, player, tick),
    })),
    tribes: [
      {
        ...fileOf(`${server.firstTribe + tribe}.arktribe`, tick),
        content: {
          id: server.firstTribe + tribe,
          name: tribeNameOf(server, tick),
          ownerId: server.firstPlayer + BigInt(tribe),
          members: [],
          adminIds: [],
          alliances: [],
          log: lines.toReversed().map(logLineOf),
          logIndex: undefined,
          dinoCount: undefined,
          mapName: undefined,
        },
      },
    ],
    tributes: [],
    worlds: [],
    removed: [`${accountOf(server, goneIn(tick))}.arkprofile`],
  };
}

/** The player who comes and the one who leaves in one tick. */
export function listOf(server: BusyServer, tick: number): readonly SessionChange[] {
  const comes = tick % PLAYERS;
  const leaves = tick - ONLINE;
  const open: SessionChange = {
    kind: "open",
    platformId: accountOf(server, comes),
    name: platformNameOf(server, comes),
    server: server.key,
    startedAt: timeOf(tick),
    claim: "join",
  };
  if (leaves <= 0) return [open];
  const platformId = accountOf(server, leaves % PLAYERS);
  return [{ kind: "close", platformId, server: server.key, endedAt: timeOf(tick) }, open];
}

export interface ExpectedPlayer {
  readonly player: number;
  readonly id: bigint;
  readonly characterName: string;
  readonly level: number;
  readonly tribe: number;
  /** In which its save was written last. */
  readonly tick: number;
  readonly isPresent: boolean;
}

/** The players after this many ticks of saves, by their ids. */
export function playersAfter(server: BusyServer, ticks: number): readonly ExpectedPlayer[] {
  const last = new Map<number, number>();
  for (let tick = 1; tick <= ticks; tick++) for (const player of savedIn(tick)) last.set(player, tick);
  return [...last]
    .map(([player, tick]) => {
      const { id, characterName, level, tribeId = 0 } = profileOf(server, player, tick);
      return { player, id, characterName, level, tribe: tribeId, tick, isPresent: player !== goneIn(ticks) };
    })
    .sort((one, other) => one.player - other.player);
}

export interface ExpectedTribe {
  readonly id: number;
  readonly name: string;
  /** Every line that its log ever had. */
  readonly log: readonly string[];
}

/** The tribes after this many ticks of saves, by their ids. */
export function tribesAfter(server: BusyServer, ticks: number): readonly ExpectedTribe[] {
  return Array.from({ length: TRIBES }, (_, tribe): ExpectedTribe[] => {
    const saved = Array.from({ length: ticks }, (_each, before) => before + 1).filter(
      (tick) => tick % TRIBES === tribe,
    );
    const latest = saved.at(-1);
    if (latest === undefined) return [];
    return [{ id: server.firstTribe + tribe, name: tribeNameOf(server, latest), log: saved.map(textOf) }];
  }).flat();
}

export interface ExpectedSession {
  readonly player: number;
  readonly startedAt: Instant;
  readonly endedAt: Instant | null;
}

/** The sessions after this many ticks of lists, by their starts. */
export function sessionsAfter(ticks: number): readonly ExpectedSession[] {
  return Array.from({ length: ticks }, (_, before) => {
    const tick = before + 1;
    const endedAt = tick + ONLINE <= ticks ? timeOf(tick + ONLINE) : null;
    return { player: tick % PLAYERS, startedAt: timeOf(tick), endedAt };
  });
}

function savedIn(tick: number): readonly number[] {
  return Array.from({ length: SAVED_AT_ONCE }, (_, place) => (tick * SAVED_AT_ONCE + place) % PLAYERS);
}

/** The first player whom the next tick saves. */
function goneIn(tick: number): number {
  return ((tick + 1) * SAVED_AT_ONCE) % PLAYERS;
}

function profileOf(server: BusyServer, player: number, tick: number): SavedProfile {
  return {
    id: server.firstPlayer + BigInt(player),
    platformId: accountOf(server, player),
    platformName: platformNameOf(server, player),
    characterName: `Wanderer ${server.key} ${player} of ${tick}`,
    level: 1 + (tick % 100),
    tribeId: server.firstTribe + ((player + tick) % TRIBES),
    isFemale: false,
    experience: tick,
    engramPoints: 0,
    deaths: 0,
    loginTime: undefined,
    lastLoginTime: undefined,
    mapName: undefined,
    dataVersion: undefined,
  };
}

function tribeNameOf(server: BusyServer, tick: number): string {
  return `Tribe ${server.key} ${tick % TRIBES} of ${tick}`;
}

function logLineOf(tick: number): string {
  return `Day ${tick}, 01:02:03: ${textOf(tick)}`;
}

function textOf(tick: number): string {
  return `The tick ${tick} was heard of.`;
}

function fileOf(fileName: string, tick: number) {
  return { fileName, stamp: String(tick) as FileStamp, modifiedAt: timeOf(tick), createdAt: timeOf(tick) };
}
