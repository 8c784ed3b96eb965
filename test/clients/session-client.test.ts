/** Sessions of browsers by the TypeScript client: the registry's and the lookup's. */
import { describe, expect, test } from "vitest";
import { playersClient, session as playersSession } from "../../clients/typescript/src/players.ts";
import { registryClient, session as registrySession } from "../../clients/typescript/src/registry.ts";
import { session, tradingClient } from "../../clients/typescript/src/trading.ts";
import { playersWorld } from "../support/players-world.ts";
import { registryWorld } from "../support/registry-world.ts";
import { tradingWorld } from "../support/trading-world.ts";

const registryAt = await registryWorld();
const lookup = await playersWorld({ fixture: false });
const platform = await tradingWorld();

const documentOf = (version: string) => ({ name: "com.example/weather", description: "Weather", version });

describe("a session of the registry", () => {
  test("begins with a token, publishes, and ends", async () => {
    const registry = registryClient({ baseUrl: registryAt.url, auth: registrySession() });
    const body = { registry_token: await registryAt.token({ publish: ["com.example/*"] }) };
    expect(await registry.sessions.beginSession({ body })).toMatchObject({ subject: "test" });
    expect(await registry.publishing.publishServer({ body: documentOf("1.0.0") })).toMatchObject({
      server: { version: "1.0.0" },
    });
    await registry.sessions.endSession();
    await expect(registry.sessions.getCaller()).rejects.toMatchObject({ status: 401 });
    await expect(registry.publishing.publishServer({ body: documentOf("1.0.1") })).rejects.toMatchObject({
      status: 401,
    });
  });

  test("takes the new CSRF token where another page has signed in again", async () => {
    const auth = registrySession();
    const registry = registryClient({ baseUrl: registryAt.url, auth });
    const body = async () => ({ registry_token: await registryAt.token({ publish: ["com.example/*"] }) });
    await registry.sessions.beginSession({ body: await body() });
    // The cookie is the browser's, which both pages share: this page does not see the other one's answer.
    const observe: typeof auth.observe = (operation, answer) => auth.observe(`${operation} elsewhere`, answer);
    const otherPage = registryClient({ baseUrl: registryAt.url, auth: { ...auth, observe } });
    await otherPage.sessions.beginSession({ body: await body() });
    const published = await registry.publishing.publishServer({ body: documentOf("2.0.0") });
    expect(published.server.version).toBe("2.0.0");
  });

  test("asks for the CSRF token after the page was loaded again", async () => {
    const first = registryClient({ baseUrl: registryAt.url, auth: registrySession() });
    let cookie = "";
    const body = { registry_token: await registryAt.token({ publish: ["com.example/*"] }) };
    const onAnswer = ({ headers }: { headers: Headers }): void => {
      cookie = (headers.get("set-cookie") ?? "").split(";", 1)[0] ?? "";
    };
    await first.sessions.beginSession({ body }, { onAnswer });
    const loaded = registryClient({ baseUrl: registryAt.url, headers: { cookie }, auth: registrySession() });
    const published = await loaded.publishing.publishServer({ body: documentOf("3.0.0") });
    expect(published.server.version).toBe("3.0.0");
  });
});

test("a session of the lookup begins with a key, changes something, and ends", async () => {
  const players = playersClient({ baseUrl: lookup.url, auth: playersSession() });
  expect(await players.sessions.getSession()).toEqual({ SignedIn: false, DemoOffered: false });
  await expect(players.presence.createTicket()).rejects.toMatchObject({ status: 401, code: "keys_missing" });
  await players.sessions.beginSession({ body: { Key: lookup.keys.read } });
  expect(await players.sessions.getSession()).toMatchObject({ SignedIn: true });
  expect((await players.presence.createTicket()).Ticket).toMatch(/^tkt_/);
  const events = players.events();
  expect((await events.next()).value).toMatchObject({ type: "open" });
  await events.return();
  await players.sessions.endSession();
  await expect(players.sessions.getCaller()).rejects.toMatchObject({ status: 401 });
});

test("a page of one user changes nothing as another user who has signed in in the same browser", async () => {
  const [ada, grace] = [await loginOf(), await loginOf()];
  const auth = session();
  const page = tradingClient({ baseUrl: platform.url, auth });
  await page.sessions.login(ada);
  await page.accounts.settings({ theme: "dark" });
  // The cookie is the browser's, which both pages share: this page does not see the other one's answer.
  const observe: typeof auth.observe = (operation, answer) => auth.observe?.(`${operation} elsewhere`, answer);
  const otherPage = tradingClient({ baseUrl: platform.url, auth: { ...auth, observe } });
  await otherPage.sessions.login(grace);
  for (const attempt of [1, 2]) {
    await expect(page.accounts.settings({ timezone: "Asia/Tokyo" }), `attempt ${attempt}`).rejects.toMatchObject({
      status: 403,
      mayHaveHappened: false,
    });
  }
  // The page that signs in itself knows who its user is.
  await page.sessions.login(grace);
  expect(await page.accounts.settings({ theme: "light" })).toMatchObject({ timezone: "UTC", theme: "light" });
});

async function loginOf() {
  const { uid } = await platform.person();
  const user = await platform.trading.deps.accounts.find(uid);
  return { login: user?.username ?? "", password: "Long-enough-1" };
}
