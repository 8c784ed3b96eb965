/** Tokens over HTTP: made by admins, shown once, ended at once. */
import { expect, test } from "vitest";
import { registryWorld } from "../../../../test/support/registry-world.ts";

const world = await registryWorld({
  TRIPOD_REGISTRY_PRIVATE_READS: "on",
  TRIPOD_REGISTRY_BLOCKED_NAMESPACES: "com.blocked",
});
const admin = await world.token({ admin: true, ttlSeconds: 900 });
const create = (body: object) => world.request("POST", "/v0.1/admin/tokens", { body, token: admin });
const reader = { subject: "build servers", permissions: [{ action: "read", resource: "*" }], ttlSeconds: 3_600 };

test("a token that an admin made reads a private registry, is in list and trail, and ends when it is revoked", async () => {
  const made = await create(reader);
  expect([made.status, made.json.permissions, made.json.revokedAt]).toEqual([201, reader.permissions, null]);
  const { registry_token: token, id } = made.json;
  expect((await world.get("/v0.1/servers", { token })).status).toBe(200);
  expect((await world.request("POST", "/v0.1/publish", { body: {}, token })).status).not.toBe(200);

  const list = await world.get("/v0.1/admin/tokens", { token: admin });
  expect(list.json.tokens[0]).toMatchObject({ id, subject: "build servers", revokedAt: null });
  expect(list.text).not.toContain(token);
  const trail = await world.get("/v0.1/admin/audit?action=token.create", { token: admin });
  expect(trail.json.entries[0]).toMatchObject({ serverName: null, detail: { tokenId: id, subject: "build servers" } });
  expect(trail.text).not.toContain(token);

  expect((await world.request("DELETE", `/v0.1/admin/tokens/${id}`, { token: admin })).json).toEqual({ id });
  expect((await world.get("/v0.1/servers", { token })).status).toBe(401);
  expect((await world.get("/v0.1/admin/tokens", { token: admin })).json.tokens[0].revokedAt).toMatch(/Z$/);
  expect((await world.get("/v0.1/admin/audit?action=token.revoke", { token: admin })).json.entries).toHaveLength(1);
});

test.each([
  ["makes an admin", { permissions: [{ action: "admin", resource: "*" }] }],
  ["reads a part of the registry", { permissions: [{ action: "read", resource: "com.example/*" }] }],
  ["is for nothing", { permissions: [] }],
  ["lives longer than ten years", { ttlSeconds: 11 * 365 * 86_400 }],
  ["has a line break in its subject", { subject: "a\nb" }],
  ["has another line break in its subject", { subject: "a\u2028b" }],
  ["has a blank subject", { subject: " " }],
  [
    "would not fit into the headers of a request",
    {
      permissions: Array.from({ length: 60 }, (_, at) => ({
        action: "publish",
        resource: `${"a".repeat(150)}/${at}`,
      })),
    },
  ],
])("a token that %s is not made", async (_what, wrong) => {
  const count = async (): Promise<number> =>
    (await world.get("/v0.1/admin/tokens?limit=100", { token: admin })).json.metadata.count;
  const before = await count();
  expect((await create({ ...reader, ...wrong })).status).toBe(422);
  expect(await count()).toBe(before);
});

test("the refusal of a subject says what one is", async () => {
  expect((await create({ ...reader, subject: "a\nb" })).json).toEqual({
    error: "validation failed: subject must be one line of text that is not blank",
  });
});

test("a blocked namespace gets no token from an admin either", async () => {
  const refused = await create({ ...reader, permissions: [{ action: "publish", resource: "com.blocked/*" }] });
  expect([refused.status, refused.json.error]).toEqual([403, expect.stringContaining("com.blocked is blocked")]);
});

test("the list is paged, and shows expired tokens when asked", async () => {
  await world.token({ publish: ["a/*"], ttlSeconds: 1 });
  const all = async (query: string): Promise<string[]> => {
    const ids: string[] = [];
    for (let cursor: string | undefined = ""; cursor !== undefined;) {
      const next = cursor === "" ? "" : `&cursor=${cursor}`;
      const { json } = await world.get(`/v0.1/admin/tokens?limit=2${query}${next}`, { token: admin });
      ids.push(...json.tokens.map(({ id }: { id: string }) => id));
      cursor = json.metadata.nextCursor;
    }
    return ids;
  };
  const whole = await world.get("/v0.1/admin/tokens?limit=100&expired=true", { token: admin });
  expect(await all("&expired=true")).toEqual(whole.json.tokens.map(({ id }: { id: string }) => id));
  await expect.poll(async () => (await all("")).length).toBe(whole.json.tokens.length - 1);
});
