/** What every list of the registry promises about its pages, walked over the table. */
import { describe, expect, test } from "vitest";
import type { AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";
import { registryEndpoints } from "../../src/registry/endpoints.ts";
import { isList } from "../support/is-list.ts";
import { registryWorld, serverPath } from "../support/registry-world.ts";

const world = await registryWorld();
const token = await world.token({ publish: ["*"], edit: ["*"], admin: true, ttlSeconds: 3_600 });
const hook = { url: "https://hooks.example.com/", events: ["published"] };
expect((await world.request("POST", "/v0.1/admin/webhooks", { body: hook, token })).status).toBe(201);
for (const server of ["one", "two", "two-more", "three"]) {
  for (const version of ["1.0.0", "1.10.0", "1.9.0"]) {
    await world.publish({ name: `com.paging/${server}`, description: "Listed", version });
  }
}
for (const server of ["two", "three"]) {
  const path = serverPath(`com.paging/${server}`, "/versions/1.9.0");
  expect((await world.request("DELETE", path, { token })).status).toBe(200);
}

/** How each list is asked for, and how many entries it then has. */
const WALKS: Readonly<Record<string, readonly (readonly [query: string, count: number])[]>> = {
  "servers.listServers": [
    ["", 10],
    ["version=latest", 4],
    ["version=1.9.0", 2],
    ["include_deleted=true", 12],
    ["search=paging/two", 5],
    ["sort=updated", 10],
    ["sort=updated&version=latest&search=paging/two", 2],
    ["updated_since=2020-01-01T00:00:00Z", 12],
  ],
  "audit.listAudit": [
    ["", 15],
    ["name=com.paging/two*", 7],
    ["action=publish&actor=test", 12],
  ],
  // Each publication took a token of its own.
  "tokens.listTokens": [["", 13]],
  "webhooks.listDeliveries": [["", 12]],
};

const endpoints: readonly AnyEndpoint[] = registryEndpoints;

/** Lists that answer everything at once, and what bounds them. A new list has a limit, or stands here. */
const WHOLE: Readonly<Record<string, string>> = {
  "servers.listVersions": "how many versions a server may have",
  "sessions.listLogins": "the ways to log in that the program knows",
  "tokens.listKeys": "the operator's keys",
  "webhooks.listWebhooks": "the operator's webhooks",
};

const hasLimit = ({ input }: AnyEndpoint): boolean => input.query !== undefined && "limit" in input.query.properties;

test("every list has a limit, or something else that bounds it", () => {
  const unlimited = endpoints.filter((each) => isList(each) && !hasLimit(each));
  expect(unlimited.map(({ id }) => id).toSorted()).toEqual(Object.keys(WHOLE).toSorted());
});

test("every list with a limit is walked", () => {
  const limited = endpoints.filter(hasLimit);
  expect(limited.map(({ id }) => id).toSorted()).toEqual(Object.keys(WALKS).toSorted());
});

interface Page {
  readonly entries: readonly unknown[];
  readonly metadata: { readonly count: number; readonly nextCursor?: string };
}

const walks = Object.entries(WALKS).flatMap(([id, each]) => each.map(([query, count]) => ({ id, query, count })));

describe.each(walks)("$id with $query", ({ id, query, count }) => {
  const path = endpoints.find((endpoint) => endpoint.id === id)?.path;
  const pageOf = async (more: string): Promise<Page> => {
    const answer = await world.get(`/v0.1${path}?${query}&${more}`, { token });
    expect([more, answer.status]).toEqual([more, 200]);
    const { metadata, ...lists } = answer.json as Page & Readonly<Record<string, unknown>>;
    return { entries: Object.values(lists).find(Array.isArray) ?? [], metadata };
  };

  test.each([1, 2, 5, count])("has every entry once, in one order, on pages of %i, and ends", async (limit) => {
    const whole = await pageOf("limit=100");
    expect(whole.metadata).toEqual({ count });
    const walked: unknown[] = [];
    let cursor: string | undefined = "";
    for (let page = 1; cursor !== undefined; page++) {
      const { entries, metadata } = await pageOf(`limit=${limit}${cursor && `&cursor=${cursor}`}`);
      walked.push(...entries);
      const isLast = page === Math.ceil(count / limit);
      expect(metadata.count).toBe(entries.length);
      expect(entries).toHaveLength(isLast ? count - (page - 1) * limit : limit);
      cursor = metadata.nextCursor;
      expect(cursor === undefined).toBe(isLast);
    }
    expect(walked).toEqual(whole.entries);
  });
});
