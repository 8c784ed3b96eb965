/** What every list of the lookup promises about its length and its pages, walked over the table. */
import { describe, expect, test } from "vitest";
import { migrateJobs } from "../../src/kit/jobs/job-runner.ts";
import { encodeCursor } from "../../src/players/cursor.ts";
import { playersEndpoints } from "../../src/players/endpoints.ts";
import type { AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";
import { isList } from "../support/is-list.ts";
import { testDatabase } from "../support/database.ts";
import { insertPlayersFixture, STEAM_OF_ANNA } from "../support/players-fixture.ts";
import { playersWorld } from "../support/players-world.ts";

const MANY = 7;
const AT = "timestamptz '2026-03-01T12:00:00Z'";
const ROWS = `generate_series(1, ${MANY}) as n`;

/** Seven of everything that is listed; of what is ordered by a time or a number, several have the same. */
const STATEMENTS: readonly string[] = [
  `insert into players.servers (key, name, game, is_configured, is_invented)
    select key, key, 'ase', true, false from unnest(array['island', 'ragnarok']) as key on conflict do nothing`,
  `insert into players.accounts (platform_id, last_seen) select (76561198000000900 + n)::text, ${AT} from ${ROWS}`,
  `insert into players.players (id, platform_id, save_name, platform_name, character_name, level, is_female, experience,
      engram_points, deaths, created_at, saved_at, server, is_present)
    select 900 + n, (76561198000000900 + n)::text, 's', 's', 'Falcon', 50, false, 0, 0, 0, ${AT}, ${AT}, 'island', true
    from ${ROWS}`,
  // Ids that a number cannot hold.
  `insert into players.players (id, save_name, platform_name, character_name, level, is_female, experience,
      engram_points, deaths, created_at, saved_at, server, is_present)
    select 9223372036854775800 + n, 's', 's', 'Owl ' || n, 50, false, 0, 0, 0, ${AT}, ${AT}, 'island', true from ${ROWS}`,
  `insert into players.memberships (player_id, tribe_id, since, until)
    select 9223372036854775800 + n, 5001, ${AT}, ${AT} + interval '1 hour' from ${ROWS}`,
  `insert into players.names (player_id, kind, name, since, until)
    select 101, kind, 'Former ' || n, ${AT} + n * interval '1 hour', ${AT} + (n + 1) * interval '1 hour'
    from ${ROWS} cross join unnest(array['character', 'platform']) as kind`,
  `insert into players.bans (platform_id, seen_at, is_first, members, before, after)
    select $1, ${AT}, false, array['numberOfGameBans'], bans, bans || '{"numberOfGameBans": 1}'
    from ${ROWS} cross join (select '{"communityBanned": false, "antiCheatBanned": false, "numberOfAntiCheatBans": 0,
      "daysSinceLastBan": 0, "numberOfGameBans": 0}'::jsonb as bans) b`,
  `insert into players.tribe_log (tribe_id, number, day, second, text, seen_at)
    select 5001, n, 5, 60, 'A line', ${AT} from ${ROWS}`,
  `insert into players.memberships (player_id, tribe_id, since, until)
    select 900 + n, 5001, ${AT}, ${AT} + interval '1 hour' from ${ROWS}`,
  `insert into players.sessions (platform_id, server, name, started_at, last_seen, ended_at)
    select $1, 'island', 'anna', ${AT} + n * interval '1 hour', ${AT} + n * interval '1 hour', ${AT} + n * interval '1 hour'
    from ${ROWS}`,
  `insert into players.sessions (platform_id, server, name, started_at, last_seen, ended_at)
    select (76561198000000900 + n)::text, 'island', 'falcon', now() - n * interval '1 hour', now() - n * interval '1 hour',
      now() - n * interval '1 hour' + interval '30 minutes' from ${ROWS}`,
  // A move and a leave of each account at one moment, of all accounts at the same one.
  `insert into players.sessions (platform_id, server, name, started_at, last_seen, ended_at)
    select (76561198000000900 + n)::text, server, 'falcon', now() - since, now() - until, now() - until
    from ${ROWS} cross join (values ('island', interval '40 hours', interval '39 hours'),
      ('ragnarok', interval '39 hours', interval '39 hours')) as stay (server, since, until)`,
  `insert into players.audit (at, key_id, key_name, action, subject, detail, request_id)
    select ${AT}, 'key_1', 'an admin', 'key.create', 'key_' || n, '{}', 'request' from ${ROWS}`,
  `insert into players.webhooks (id, url, sealed_secret, events, pattern, created_at)
    select id, 'https://hooks.example.com/', 'sealed', array['join'], '*', ${AT} from unnest(array['hook', 'other']) as id`,
  `insert into players.webhook_deliveries (webhook_id, event, payload, created_at)
    select id, 'join', '{}', ${AT} from ${ROWS} cross join unnest(array['hook', 'other']) as id`,
];

interface Walk {
  readonly path: string;
  /** What the limit counts, of an answer. */
  entries(json: unknown): readonly unknown[];
  /** What to add to the address for the next page; undefined where a list has one page. */
  readonly next?: (last: unknown, link: string | null) => string | undefined;
}

type Members = Readonly<Record<string, readonly unknown[]>>;

/** The next page has its own address. */
const byLink = (_last: unknown, link: string | null): string | undefined => /[?&](cursor=[^&>]+)/.exec(link ?? "")?.[1];

/** The next page begins behind the `Number` of the last entry. */
const beforeTheLast = (last: unknown): string | undefined =>
  last === undefined ? undefined : `before=${(last as { readonly Number: number }).Number}`;

const all = (json: unknown): readonly unknown[] => json as readonly unknown[];

/** How each list is asked for. */
const WALKS: Readonly<Record<string, readonly Walk[]>> = {
  "search.searchNames": [
    {
      path: "/Search?type=player&q=falcon",
      entries: all,
      next: byLink,
    },
  ],
  "profiles.listNames": [{ path: "/Player/101/Names?", entries: all, next: byLink }],
  "profiles.listBans": [{ path: "/Player/101/Bans?", entries: all, next: byLink }],
  "profiles.showLeaderboard": [
    { path: "/Leaderboard?by=Level", entries: all },
    { path: "/Leaderboard?by=Playtime", entries: all },
    { path: "/Leaderboard?by=TribeSize", entries: all },
  ],
  "audit.listAudit": [{ path: "/Audit?", entries: all, next: beforeTheLast }],
  "presence.listRecent": ["", "&server=island", "&server=ragnarok"].map((filter) => ({
    path: `/Online/Recent?${filter}`,
    entries: all,
    next: byLink,
  })),
  "webhooks.listDeliveries": ["", "&webhook=hook"].map((filter) => ({
    path: `/Webhooks/Deliveries?${filter}`,
    entries: all,
    next: beforeTheLast,
  })),
  "presence.listSessions": [
    {
      path: "/Player/101/Sessions?",
      entries: (json) => (json as Members)["Sessions"] ?? [],
      next: byLink,
    },
  ],
  "tribes.listLog": [{ path: "/Tribe/5001/Log?", entries: all, next: beforeTheLast }],
  "tribes.listMembers": [
    {
      path: "/Tribe/5001/Members?",
      entries: (json) => (json as Members)["History"] ?? [],
      next: byLink,
    },
  ],
};

const database = await testDatabase({ rooms: ["kit", "players"] });
await migrateJobs(database.connection);
await insertPlayersFixture(database.db);
for (const [at, text] of STATEMENTS.entries()) {
  await database.db.execute({ name: `test.list${at}`, text, values: text.includes("$1") ? [STEAM_OF_ANNA] : [] });
}
const { get, keys } = await playersWorld({ database, fixture: false });

async function ask(path: string): Promise<{
  readonly json: unknown;
  readonly link: string | null;
  readonly hasMore: string | null;
}> {
  const { status, json, headers } = await get(path, `Bearer ${keys.admin}`);
  expect([path, status]).toEqual([path, 200]);
  return { json, link: headers.get("link"), hasMore: headers.get("x-has-more") };
}

const endpoints: readonly AnyEndpoint[] = playersEndpoints;

/** Lists that answer everything at once, and what bounds them. A new list has a limit, or stands here. */
const WHOLE: Readonly<Record<string, string>> = {
  "keys.listKeys": "the operator's keys",
  "presence.listHours": "the hours of the days that are asked for",
  "presence.listOnline": "the places of the cluster's servers",
  "system.listServers": "the servers of the cluster's file",
  "webhooks.listWebhooks": "the operator's webhooks",
};

test("every list has a limit, or something else that bounds it", () => {
  const unlimited = endpoints.filter((each) => isList(each) && !hasLimit(each));
  expect(unlimited.map(({ id }) => id).toSorted()).toEqual(Object.keys(WHOLE).toSorted());
});

test("every list with a limit is walked", () => {
  const limited = endpoints.filter(hasLimit);
  expect(limited.map(({ id }) => id).toSorted()).toEqual(Object.keys(WALKS).toSorted());
});

const walks = Object.entries(WALKS).flatMap(([id, some]) => some.map((walk) => [`${id} ${walk.path}`, walk] as const));

describe.each(walks)("%s", (_name, { path, entries }) => {
  test.each([1, 2, 3])("has at most %i entries when so many are asked for, the first of all", async (limit) => {
    const whole = entries((await ask(`${path}&limit=200`)).json);
    expect(whole.length).toBeGreaterThanOrEqual(path.includes("TribeSize") ? 2 : path.includes("Playtime") ? 1 : 3);
    expect(entries((await ask(`${path}&limit=${limit}`)).json)).toEqual(whole.slice(0, limit));
  });
});

describe.each(walks)("%s", (_name, { path, entries }) => {
  test("says whether the limit left entries out", async () => {
    const whole = await ask(`${path}&limit=200`);
    const { length } = entries(whole.json);
    expect(whole.hasMore).toBe("false");
    expect((await ask(`${path}&limit=${length}`)).hasMore).toBe("false");
    // A limit is 1 at least.
    if (length > 1) expect((await ask(`${path}&limit=${length - 1}`)).hasMore).toBe("true");
  });
});

describe.each(walks.filter(([, { next }]) => next))("%s", (_name, { path, entries, next }) => {
  test.each([1, 2, 3, MANY])("has every entry once, in one order, on pages of %i, and ends", async (limit) => {
    const whole = entries((await ask(`${path}&limit=200`)).json);
    expect(whole.length).toBeGreaterThanOrEqual(MANY);
    const walked: unknown[] = [];
    let more: string | undefined = "";
    for (let page = 0; more !== undefined; page++) {
      expect(page).toBeLessThanOrEqual(whole.length);
      const { json, link } = await ask(`${path}&limit=${limit}${more && `&${more}`}`);
      const shown = entries(json);
      expect(shown.length).toBeLessThanOrEqual(limit);
      walked.push(...shown);
      more = next?.(shown.at(-1), link);
    }
    expect(walked).toEqual(whole);
  });
});

const linked = walks.filter(([, { next }]) => next === byLink);

test.each(linked)("%s refuses the cursor of another list", async (name, { path }) => {
  const cursorAt = async (address: string): Promise<string | undefined> =>
    byLink(undefined, (await ask(`${address}&limit=1`)).link);
  const [own, ...others] = await Promise.all([
    cursorAt(path),
    ...linked.filter(([other]) => other !== name).map(([, other]) => cursorAt(other.path)),
    cursorAt("/Online/Recent?server=ragnarok"),
  ]);
  expect((await ask(`${path}&limit=1&${own}`)).json).toBeDefined();
  for (const cursor of ["cursor=WzFd", "cursor=", "cursor=%22", ...others.filter((other) => other !== own)]) {
    const { status, json } = await get(`${path}&limit=1&${cursor}`, `Bearer ${keys.admin}`);
    expect([cursor, status, (json as { Error: { Code: string } }).Error.Code]).toEqual([
      cursor,
      400,
      expect.stringMatching(/^(?:list_bad_cursor|search_bad_cursor)$/),
    ]);
  }
});

const FORGED: readonly (readonly (string | number)[])[] = [
  [],
  [-1],
  ["x"],
  [1e300, "platform"],
  [1.5, "9"],
  [1, "x"],
  [1, "9223372036854775808"],
  [1, "\0", 1, 0],
  [1, "7", 1, 2],
  [Number.MAX_SAFE_INTEGER, "9223372036854775807", Number.MAX_SAFE_INTEGER, 1],
];

test.each([
  ["/Player/101/Names", {}],
  ["/Player/101/Sessions", {}],
  ["/Tribe/5001/Members", {}],
  ["/Online/Recent", {}],
  ["/Online/Recent", { server: "island" }],
])("a made-up position in %s is refused, or is one", async (path, filter) => {
  const list = JSON.stringify([path, filter]);
  for (const position of FORGED) {
    const query = new URLSearchParams({ ...filter, cursor: encodeCursor(list, position) });
    const { status } = await get(`${path}?${query.toString()}`, `Bearer ${keys.admin}`);
    expect([position, [200, 400].includes(status)]).toEqual([position, true]);
  }
});

test("a session that begins between two pages moves no other one", async () => {
  const path = "/Player/101/Sessions?limit=2";
  const sessions = (json: unknown): readonly unknown[] => (json as Members)["Sessions"] ?? [];
  const whole = sessions((await ask("/Player/101/Sessions?limit=200")).json);
  const { link } = await ask(path);
  await database.db.execute({
    name: "test.insertNewSession",
    text: `insert into players.sessions (platform_id, server, name, started_at, last_seen, ended_at)
      values ($1, 'island', 'anna', now(), now(), now())`,
    values: [STEAM_OF_ANNA],
  });
  expect(sessions((await ask(`${path}&${byLink(undefined, link)}`)).json)).toEqual(whole.slice(2, 4));
});

test("a tribe as large as can be shows every member, also beside an owner who is none of them", async () => {
  const SIZE = 10_000;
  await database.db.execute({
    name: "test.insertLargeTribe",
    text: `with tribe as (
        insert into players.tribes (id, name, owner_id, created_at, saved_at, server, is_present)
        values (7001, 'Everybody', 101, ${AT}, ${AT}, 'island', true) returning id
      )
      insert into players.tribe_listings (tribe_id, player_id, name, place, is_admin)
      select id, 1000000 + n, 'Member ' || n, n, false from tribe, generate_series(1, ${SIZE}) as n`,
  });
  const { json } = await ask("/Tribe/7001?");
  const { Owner: owner, Members: members } = json as { Owner: { Id: number }; Members: readonly { Id: number }[] };
  expect(owner.Id).toBe(101);
  expect(members).toHaveLength(SIZE);
  expect(members.at(-1)?.Id).toBe(1_000_000 + SIZE);
});

function hasLimit({ input }: AnyEndpoint): boolean {
  return input.query !== undefined && "limit" in input.query.properties;
}
