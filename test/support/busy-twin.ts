/**
 * The expected stored and served data after busy servers have done this many ticks, compared with the real ones.
 * Answers problems as sentences.
 */
import { isDeepStrictEqual } from "node:util";
import type { Database, Transaction } from "../../src/kit/sql/database.ts";
import { sessionOfRow, type StoredSession } from "../../src/players/presence/sql/read-sessions.ts";
import {
  accountOf,
  BUSY_SERVERS,
  platformNameOf,
  playersAfter,
  sessionsAfter,
  timeOf,
  tribesAfter,
  type BusyServer,
  type ExpectedPlayer,
} from "./busy-server.ts";

/** How many ticks of a server's saves and of its lists are stored. */
export interface Progress {
  readonly saves: number;
  readonly lists: number;
}

export type AllProgress = ReadonlyMap<string, Progress>;

/** How far each server has come, and whatever is stored of it that is not as it must be then. */
export async function readStored(db: Database): Promise<{ progress: AllProgress; problems: string[] }> {
  return db.snapshot(async (tx) => {
    const progress = new Map<string, Progress>();
    const problems: string[] = [];
    for (const server of BUSY_SERVERS) {
      const reached = await readProgress(tx, server);
      progress.set(server.key, reached);
      problems.push(...(await storedProblems(tx, server, reached)));
    }
    return { progress, problems };
  });
}

async function readProgress(tx: Transaction, { key }: BusyServer): Promise<Progress> {
  const [saves] = await tx.query<{ tick: number | null }>({
    name: "twin.savesProgress",
    text: "select max(stamp::integer) as tick from players.save_files where server = $1",
    values: [key],
  });
  const [lists] = await tx.query<{ ticks: number }>({
    name: "twin.listsProgress",
    text: "select count(*) as ticks from players.sessions where server = $1",
    values: [key],
  });
  return { saves: saves?.tick ?? 0, lists: lists?.ticks ?? 0 };
}

async function storedProblems(tx: Transaction, server: BusyServer, { saves, lists }: Progress): Promise<string[]> {
  const players = playersAfter(server, saves);
  const there = players.filter(({ isPresent }) => isPresent);
  const tribes = tribesAfter(server, saves);
  const read = (name: string, text: string) => readLines(tx, `twin.${name}`, text, server.key);
  const idsOf = "select id from players.players where server = $1";
  const tribeIdsOf = "select id from players.tribes where server = $1";
  const cases: [what: string, stored: readonly string[], expected: readonly string[]][] = [
    [
      "players",
      await read(
        "players",
        `select concat_ws('|', id, platform_id, platform_name, character_name, level, tribe_id, is_present,
          extract(epoch from saved_at)::bigint) as line from players.players where server = $1`,
      ),
      players.map(({ player, id, characterName, level, tribe, isPresent, tick }) =>
        [id, accountOf(server, player), platformNameOf(server, player), characterName, level, tribe]
          .concat(isPresent ? "t" : "f", timeOf(tick) / 1_000_000)
          .join("|"),
      ),
    ],
    [
      "present names",
      await read(
        "names",
        `select concat_ws('|', player_id, name) as line from players.names
          where kind = 'character' and until is null and player_id in (${idsOf})`,
      ),
      players.map(({ id, characterName }) => `${id}|${characterName}`),
    ],
    [
      "memberships",
      await read(
        "memberships",
        `select concat_ws('|', player_id, tribe_id) as line from players.memberships
          where until is null and player_id in (${idsOf})`,
      ),
      there.map(({ id, tribe }) => `${id}|${tribe}`),
    ],
    [
      "files",
      await read(
        "files",
        "select concat_ws('|', kind, subject_id, stamp) as line from players.save_files where server = $1",
      ),
      [
        ...there.map(({ id, tick }) => `profile|${id}|${tick}`),
        ...tribes.map(({ id, name }) => `tribe|${id}|${name.split(" ").at(-1)}`),
      ],
    ],
    [
      "tribes",
      await read("tribes", "select concat_ws('|', id, name, log_count) as line from players.tribes where server = $1"),
      tribes.map(({ id, name, log }) => [id, name, log.length].join("|")),
    ],
    [
      "log lines",
      await read(
        "log",
        `select concat_ws('|', tribe_id, number, text) as line from players.tribe_log where tribe_id in (${tribeIdsOf})`,
      ),
      tribes.flatMap(({ id, log }) => log.map((text, at) => `${id}|${at + 1}|${text}`)),
    ],
    ["sessions", await storedSessions(tx, server), expectedSessions(server, lists)],
    [
      "who is online",
      await read("online", "select platform_id as line from players.accounts where online_on = $1"),
      sessionsAfter(lists)
        .filter(({ endedAt }) => endedAt === null)
        .map(({ player }) => accountOf(server, player)),
    ],
  ];
  return cases.flatMap(([what, stored, expected]) =>
    differences(`${what} of ${server.key} after ${saves} and ${lists} ticks`, stored, expected),
  );
}

async function readLines(tx: Transaction, name: string, text: string, server: string): Promise<string[]> {
  const rows = await tx.query<{ line: string }>({ name, text, values: [server] });
  return rows.map(({ line }) => line);
}

async function storedSessions(tx: Transaction, { key }: BusyServer): Promise<string[]> {
  const rows = await tx.query<StoredSession>({
    name: "twin.sessions",
    text: "select platform_id, server, name, started_at, last_seen, ended_at from players.sessions where server = $1",
    values: [key],
  });
  return rows.map(sessionOfRow).map(({ platformId, startedAt, endedAt }) => [platformId, startedAt, endedAt].join("|"));
}

function expectedSessions(server: BusyServer, ticks: number): string[] {
  return sessionsAfter(ticks).map(({ player, startedAt, endedAt }) =>
    [accountOf(server, player), startedAt, endedAt].join("|"),
  );
}

/** In any order. */
function differences(what: string, found: readonly string[], expected: readonly string[]): string[] {
  const [is, shall] = [found.toSorted(), expected.toSorted()];
  if (isDeepStrictEqual(is, shall)) return [];
  const extra = is.find((line) => !shall.includes(line));
  const missing = shall.find((line) => !is.includes(line));
  return [`${what}: ${found.length} instead of ${expected.length}, such as ${extra} instead of ${missing}`];
}

/** How to ask a process. */
export interface PlayersTarget {
  readonly url: string;
  readonly key: string;
}

/** Every so many players, one is looked at. */
const SAMPLE = 12;

/** The differences in a process's answers, given how far the servers have come. */
export async function servedProblems(target: PlayersTarget, progress: AllProgress): Promise<string[]> {
  const problems: string[] = [];
  const online: string[] = [];
  let count = 0;
  for (const server of BUSY_SERVERS) {
    const { saves = 0, lists = 0 } = progress.get(server.key) ?? {};
    const players = playersAfter(server, saves);
    const known = new Map(players.map((each) => [each.player, each]));
    const open = sessionsAfter(lists).filter(({ endedAt }) => endedAt === null);
    const isOnline = new Set(open.map(({ player }) => player));
    count += players.length;
    for (const { player } of open) {
      const found = known.get(player);
      online.push(found ? simple(server, found, true) : simple(server, { ...UNKNOWN, player }, true));
    }
    const members = new Map<number, number>();
    for (const { tribe, isPresent } of players) if (isPresent) members.set(tribe, (members.get(tribe) ?? 0) + 1);
    const tribes = new Map(tribesAfter(server, saves).map((tribe) => [tribe.id, tribe]));
    for (const each of players.filter(({ player }) => player % SAMPLE === 0)) {
      const shown = simple(server, each, isOnline.has(each.player));
      const tribe = each.isPresent ? tribes.get(each.tribe) : undefined;
      const summary = tribe ? [tribe.id, tribe.name, members.get(tribe.id)].join("|") : "none";
      const full = await get(target, `/Player/${each.id}`);
      const served = `${simpleOf(full)} in ${full?.Tribe ? [full.Tribe.Id, full.Tribe.Name, full.Tribe.Members].join("|") : "none"}`;
      if (served !== `${shown} in ${summary}`) problems.push(`profile ${served}, not ${shown} in ${summary}`);
      const [first] = (await get(target, `/Search?type=Player&q=${encodeURIComponent(each.characterName)}`)) ?? [];
      if (simpleOf(first) !== shown) problems.push(`the search finds ${simpleOf(first)}, not ${shown}`);
    }
  }
  const shownOnline = ((await get(target, "/Online")) ?? []).map(simpleOf);
  problems.push(...differences("/Online", shownOnline, online));
  const found = await fetch(`${target.url}/Search?type=Player&q=wanderer&limit=200`, authorized(target));
  const total = Number(found.headers.get("x-total-count"));
  if (total !== count) problems.push(`the search counts ${total} of ${count} players`);
  return problems.map((problem) => `${target.url}: ${problem}`);
}

/** Players who are online before their first save. */
const UNKNOWN = { id: 0n, characterName: "", level: 1 } as const;

function simple(
  server: BusyServer,
  { id, characterName, level, player }: Pick<ExpectedPlayer, "id" | "characterName" | "level" | "player">,
  isOnline: boolean,
): string {
  return [id, characterName, platformNameOf(server, player), level, isOnline].join("|");
}

// oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
type Answer = any;

function simpleOf(answer: Answer): string {
  if (!answer) return "nobody";
  return [answer.Id, answer.CharacterName, answer.PlatformName, answer.Level, answer.Online].join("|");
}

/** Ids as texts, since a number cannot hold them all. Undefined for what is not found. */
async function get(target: PlayersTarget, path: string): Promise<Answer> {
  const response = await fetch(target.url + path, authorized(target));
  const text = await response.text();
  if (response.status === 404) return undefined;
  if (response.status !== 200) throw new Error(`${path} is answered ${response.status}: ${text}`);
  return JSON.parse(text.replace(/"(Id|Owner)":(\d+)/g, '"$1":"$2"'));
}

function authorized({ key }: PlayersTarget): RequestInit {
  return { headers: { authorization: key } };
}

/** The differences between processes' answers to the same requests. */
export async function disagreements(targets: readonly PlayersTarget[], progress: AllProgress): Promise<string[]> {
  const sample = BUSY_SERVERS.flatMap((server) =>
    playersAfter(server, progress.get(server.key)?.saves ?? 0)
      .filter(({ player }) => player % SAMPLE === 1)
      .map(({ id }) => `/Player/${id}`),
  );
  const paths = [
    ...sample,
    "/Online",
    "/Search?type=Tribe&q=tribe",
    ...["wanderer", "wanderer island 7", "ragnarok acount", "of 1"].map(
      (q) => `/Search?type=Player&limit=200&q=${encodeURIComponent(q)}`,
    ),
  ];
  const problems: string[] = [];
  for (const path of paths) {
    const texts = await Promise.all(
      targets.map(async (target) => (await fetch(target.url + path, authorized(target))).text()),
    );
    if (new Set(texts).size > 1) problems.push(`${path} is answered differently by each process`);
  }
  return problems;
}
