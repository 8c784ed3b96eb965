/** The trail over HTTP: its filters, its pages, and who may read it. */
import { describe, expect, test } from "vitest";
import { registryWorld, serverPath } from "../../../test/support/registry-world.ts";
import { registryEndpoints } from "../endpoints.ts";
import { methodsOf } from "../../kit/endpoint/endpoint.ts";

const world = await registryWorld();
const admin = await world.token({ admin: true });
const editor = await world.token({ publish: ["*"], edit: ["*"] });
for (const name of ["com.one/aa", "com.one/bb", "com.onerous/cc"]) {
  await world.publish({ name, description: "Audited.", version: "1.0.0" });
}
const status = { status: "deprecated", statusMessage: "Old." };
await world.request("PATCH", serverPath("com.one/aa", "/versions/1.0.0/status"), { body: status, token: editor });

const list = async (query: Record<string, string> = {}) =>
  (await world.get(`/v0.1/admin/audit?${new URLSearchParams(query).toString()}`, { token: admin })).json;
const shown = async (query: Record<string, string>): Promise<string[]> =>
  (await list(query)).entries.map(
    (entry: { action: string; serverName: string }) => `${entry.action} ${entry.serverName}`,
  );

describe("the trail", () => {
  test("is listed newest first, by name, action, actor and time", async () => {
    expect(await shown({ name: "com.one/*" })).toEqual([
      "status com.one/aa",
      "publish com.one/bb",
      "publish com.one/aa",
    ]);
    expect(await shown({ name: "com.one/aa", action: "publish" })).toEqual(["publish com.one/aa"]);
    expect(await shown({ actor: "test", name: "*" })).toHaveLength(4);
    expect(await shown({ actor: "tes" })).toEqual([]);
    const [newest, second] = (await list({ name: "com.one/*" })).entries;
    expect(await shown({ name: "*", since: newest.at })).toEqual(["status com.one/aa"]);
    expect(await shown({ name: "com.one/*", until: newest.at })).toEqual(["publish com.one/bb", "publish com.one/aa"]);
    expect(second).toMatchObject({ actor: { method: "operator", subject: "test" }, version: "1.0.0" });
  });

  test("is paged without gaps or repetitions", async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: "1", name: "*", ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...page.entries.map(({ id }: { id: number }) => id));
      cursor = page.metadata.nextCursor;
    } while (cursor !== undefined);
    expect(seen).toEqual((await list({ name: "*" })).entries.map(({ id }: { id: number }) => id));
  });

  test("leaves a long detail out of the list, and shows it with the entry", async () => {
    const name = "com.long/document";
    const meta = { "io.modelcontextprotocol.registry/publisher-provided": { text: "x".repeat(3_900) } };
    const document = { name, description: "Long.", version: "1.0.0", _meta: meta };
    const icons = Array.from({ length: 60 }, (_, at) => ({ src: `https://long.com/${"i".repeat(100)}${at}.png` }));
    await world.publish({ ...document, icons });
    const changed = await world.request("PUT", serverPath(name, "/versions/1.0.0"), { body: document, token: editor });
    expect(changed.status, changed.text).toBe(200);
    const [entry] = (await list({ name, action: "edit" })).entries;
    expect(entry.detail).toBeNull();
    const whole = (await world.get(`/v0.1/admin/audit/${entry.id}`, { token: admin })).json;
    expect(whole.detail.before.icons).toHaveLength(60);
  });
});

test("only an admin calls operations of admins: not a stranger, an editor of everything, or a reader", async () => {
  const reader = await world.registry.deps.tokens.issue({
    method: "operator",
    subject: "reader",
    permissions: [{ action: "read", resource: "*" }],
    ttlSeconds: 300,
  });
  const operations = registryEndpoints.filter(({ path }) => path.startsWith("/admin/"));
  expect(operations.length).toBeGreaterThan(10);
  for (const { id, auth, path, ...endpoint } of operations) {
    expect([id, auth]).toEqual([id, "admin"]);
    const address = `/v0.1${path.replace(/:\w+/g, "1")}`;
    for (const method of methodsOf(endpoint)) {
      const ask = async (token?: string) => (await world.request(method, address, { token })).status;
      expect([id, await ask(), await ask(editor), await ask(reader.token)]).toEqual([id, 401, 403, 403]);
    }
  }
});
