/** What the pages of a search promise: everything once, best first, the same number on each, and no page of another search. */
import { describe, expect, test } from "vitest";
import { testDatabase } from "../support/database.ts";
import { STEAM_OF_ANNA } from "../support/players-fixture.ts";
import { playersWorld } from "../support/players-world.ts";
import { migrateJobs } from "../../src/kit/jobs/job-runner.ts";

/** Whose account is called in the names of others, and in his own. */
const ACCOUNT_OF_TWICE = "76561198000000301";
/** Has a character on each of many servers. */
const ACCOUNT_OF_MANY = "76561198000000600";

const database = await testDatabase({ rooms: ["kit", "players"] });
await migrateJobs(database.connection);
await insertPlayers([
  ...[1, 2, 3, 4, 5].map((number) => ({
    id: 400 + number,
    account: `7656119800000040${number}`,
    name: `Falcon ${number}`,
  })),
  { id: 301, account: ACCOUNT_OF_TWICE, name: `not ${ACCOUNT_OF_TWICE}` },
  ...[1, 2, 3].map((number) => ({
    id: 310 + number,
    account: `7656119800000031${number}`,
    name: `${ACCOUNT_OF_TWICE} ${number}`,
  })),
  ...Array.from({ length: 30 }, (_, at) => ({ id: 600 + at, account: ACCOUNT_OF_MANY, name: `Wanderer ${at}` })),
  { id: 502, account: "02132193347357208", name: "Stranger" },
  { id: 503, account: "0002a1b2c3d4e5f60718293a4b5c6d7e", name: "Epic" },
  { id: 501, account: "76561198000000501", name: STEAM_OF_ANNA },
]);
const { get } = await playersWorld({ database });

interface Page {
  readonly ids: readonly number[];
  readonly total: string | null;
}

/** Every page of a search, following the links from one to the next. */
async function pagesOf(path: string): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const { status, json, headers } = await get(next);
    expect(status).toBe(200);
    pages.push({ ids: (json as { Id: number }[]).map(({ Id }) => Id), total: headers.get("x-total-count") });
    next = /^<([^>]+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1];
    expect(pages.length).toBeLessThan(20);
  }
  return pages;
}

const linkOf = async (path: string): Promise<string> => {
  const link = /^<([^>]+)>/.exec((await get(path)).headers.get("link") ?? "")?.[1];
  expect(link).toBeDefined();
  return link ?? "";
};

test.each([
  ["76561198000000501", 501],
  ["STEAM_0:1:19867386", 501],
  ["[U:1:39734773]", 501],
  [" u:1:39734773 ", 501],
  ["https://steamcommunity.com/profiles/76561198000000501/", 501],
  ["02132193347357208", 502],
  ["0002A1B2-C3D4-E5F6-0718-293A4B5C6D7E", 503],
])("the account %s finds its player, before all names", async (written, id) => {
  const [first] = await pagesOf(`/Search?type=player&q=${encodeURIComponent(written)}`);
  expect(first?.ids[0]).toBe(id);
});

describe("the pages of a search", () => {
  test.each([1, 2, 3, 5, 6])("of %i have together what one large page has, in its order, and end", async (limit) => {
    const [whole, ...none] = await pagesOf("/Search?type=player&q=falcon&limit=200");
    expect(none).toEqual([]);
    expect(whole).toEqual({ ids: [401, 402, 403, 404, 405], total: "5" });
    const pages = await pagesOf(`/Search?type=player&q=falcon&limit=${limit}`);
    expect(pages.map(({ ids }) => ids.length)).toEqual(
      Array.from({ length: Math.ceil(5 / limit) }, (_, at) => Math.min(limit, 5 - at * limit)),
    );
    expect(pages.flatMap(({ ids }) => ids)).toEqual(whole?.ids);
    expect(pages.map(({ total }) => total)).toEqual(pages.map(() => "5"));
  });

  test.each([1, 2, 3, 200])(
    "of %i show the player whom an identifier names once and first, also when a name holds it",
    async (limit) => {
      const pages = await pagesOf(`/Search?type=player&q=${ACCOUNT_OF_TWICE}&limit=${limit}`);
      const ids = pages.flatMap((page) => page.ids);
      expect(ids[0]).toBe(301);
      expect(ids.toSorted((one, other) => one - other)).toEqual([301, 311, 312, 313]);
      expect(pages.map(({ total }) => total)).toEqual(pages.map(() => "4"));
    },
  );

  test("name every character of an account, on however many servers they are", async () => {
    const [page] = await pagesOf(`/Search?type=player&q=${ACCOUNT_OF_MANY}`);
    expect(page?.ids.slice(0, 30).toSorted()).toEqual(Array.from({ length: 30 }, (_, at) => 600 + at));
    expect(page?.total).toBe(String(page?.ids.length));
  });

  test("count a player whom an identifier names beside those who are called so", async () => {
    const [page] = await pagesOf(`/Search?type=player&q=${STEAM_OF_ANNA}`);
    expect(page).toEqual({ ids: [101, 501], total: "2" });
  });
});

describe("the cursor of a search", () => {
  test.each([
    ["q", "falco"],
    ["q", "Falcon"],
    ["type", "Tribe"],
    ["limit", "3"],
  ])("is refused with another %s", async (name, value) => {
    const link = new URL(await linkOf("/Search?type=Player&q=falcon&limit=2"), "http://players.test");
    expect((await get(link.pathname + link.search)).status).toBe(200);
    link.searchParams.set(name, value);
    const { status, json } = await get(link.pathname + link.search);
    expect([status, json.Error.Code]).toEqual([400, "search_bad_cursor"]);
  });
});

async function insertPlayers(
  people: readonly { readonly id: number; readonly account: string; readonly name: string }[],
): Promise<void> {
  await database.db.execute({
    name: "test.insertAccounts",
    text: "insert into players.accounts (platform_id, last_seen) select unnest($1::text[]), '2026-01-02T03:04:05Z'",
    values: [[...new Set(people.map(({ account }) => account))]],
  });
  await database.db.execute({
    name: "test.insertPlayers",
    text: `insert into players.players (id, platform_id, save_name, platform_name, character_name, level, is_female,
        experience, engram_points, deaths, created_at, saved_at, server, is_present)
      select id, account, 'p' || id, 'p' || id, name, 1, false, 0, 0, 0, '2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z',
        'island', true
      from unnest($1::bigint[], $2::text[], $3::text[]) as t (id, account, name)`,
    values: [people.map(({ id }) => id), people.map(({ account }) => account), people.map(({ name }) => name)],
  });
}
