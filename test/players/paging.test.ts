/** What every list of the lookup promises about its length and its pages, walked over the table. */
import { describe, expect, test } from "vitest";
import { migrateJobs } from "../../src/kit/jobs/job-runner.ts";
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
  `insert into players.accounts (platform_id, last_seen) select (76561198000000900 + n)::text, ${AT} from ${ROWS}`,
  `insert into players.players (id, platform_id, save_name, platform_name, character_name, level, is_female, experience,
      engram_points, deaths, created_at, saved_at, server, is_present)
    select 900 + n, (76561198000000900 + n)::text, 's', 's', 'Falcon', 50, false, 0, 0, 0, ${AT}, ${AT}, 'island', true
    from ${ROWS}`,
  `insert into players.names (player_id, kind, name, since, until)
    select 101, kind, 'Former ' || n, ${AT} + n * interval '1 hour', ${AT} + (n + 1) * interval '1 hour'
    from ${ROWS} cross join unnest(array['character', 'platform']) as kind`,
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
  /** It says whether the limit left entries out. */
  readonly saysMore?: true;
}

type Members = Readonly<Record<string, readonly unknown[]>>;

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
      next: (_last, link) => /[?&](cursor=[^&>]+)/.exec(link ?? "")?.[1],
    },
  ],
  "profiles.listNames": [{ path: "/Player/101/Names?", entries: all, saysMore: true }],
  "profiles.showLeaderboard": [
    { path: "/Leaderboard?by=Level", entries: all },
    { path: "/Leaderboard?by=Playtime", entries: all },
    { path: "/Leaderboard?by=TribeSize", entries: all },
  ],
  "audit.listAudit": [{ path: "/Audit?", entries: all, next: beforeTheLast }],
  "presence.listRecent": [{ path: "/Online/Recent?", entries: all, saysMore: true }],
  "webhooks.listDeliveries": ["", "&webhook=hook"].map((filter) => ({
    path: `/Webhooks/Deliveries?${filter}`,
    entries: all,
    next: beforeTheLast,
    saysMore: true,
  })),
  "presence.listSessions": [
    { path: "/Player/101/Sessions?", entries: (json) => (json as Members)["Sessions"] ?? [], saysMore: true },
  ],
  "tribes.listLog": [{ path: "/Tribe/5001/Log?", entries: all, next: beforeTheLast }],
  "tribes.listMembers": [
    { path: "/Tribe/5001/Members?", entries: (json) => (json as Members)["History"] ?? [], saysMore: true },
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

describe.each(walks.filter(([, { saysMore }]) => saysMore))("%s", (_name, { path, entries }) => {
  test("says whether the limit left entries out", async () => {
    const whole = await ask(`${path}&limit=200`);
    const { length } = entries(whole.json);
    expect(whole.hasMore).toBe("false");
    expect((await ask(`${path}&limit=${length}`)).hasMore).toBe("false");
    expect((await ask(`${path}&limit=${length - 1}`)).hasMore).toBe("true");
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
