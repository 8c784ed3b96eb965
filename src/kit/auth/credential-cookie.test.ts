import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { fromSeconds, plusMillis, type Instant } from "../time/instant.ts";
import { credentialCookie } from "./credential-cookie.ts";
import { sealer } from "./seal.ts";

const OLD = { id: "old", key: randomBytes(32) };
const NEW = { id: "new", key: randomBytes(32) };
const NOW = fromSeconds(1_800_000_000);
const HELD = { credential: "tpk_secret", endsAt: plusMillis(NOW, 60_000) };

const players = credentialCookie({ service: "players", sealer: sealer([OLD]) });

function begun(cookies = players, held: Parameters<typeof cookies.begin>[0] = HELD) {
  const made = cookies.begin(held, NOW);
  if (!made) throw new Error("the credential fits");
  return { ...made, cookie: made.setCookie.split(";", 1)[0] ?? "" };
}

function found(cookies: typeof players, cookie: string, now: Instant) {
  const shown = cookies.shownBy({ method: "GET", headers: { cookie } }, now);
  return shown.kind === "session" ? shown.session : undefined;
}

describe("the cookie of a credential", () => {
  test("goes to this host's own pages only, to no script, and over https only where that is used", () => {
    expect(begun().setCookie).toMatch(/^tripod_players=\S+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=60$/);
    const secure = credentialCookie({ service: "players", sealer: sealer([OLD]), publicUrl: "https://example.com" });
    expect(begun(secure).setCookie).toMatch(
      /^__Host-tripod_players=\S+; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=60$/,
    );
    expect(secure.ended).toBe("__Host-tripod_players=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0");
    expect(found(secure, begun().cookie, NOW)).toBeUndefined();
  });

  test("shows nothing of the credential, and opens to it", () => {
    const { cookie } = begun();
    expect(Buffer.from(cookie, "base64").toString("latin1")).not.toContain("tpk_secret");
    expect(found(players, `a=b; ${cookie}`, NOW)).toMatchObject(HELD);
    const renewable = begun(players, { ...HELD, renewal: "refresh" });
    expect(found(players, renewable.cookie, NOW)?.renewal).toBe("refresh");
  });

  test("counts until its end", () => {
    const { cookie } = begun();
    expect(found(players, cookie, plusMillis(NOW, 59_999))).toBeDefined();
    expect(found(players, cookie, HELD.endsAt)).toBeUndefined();
    expect(players.shownBy({ method: "GET", headers: { cookie } }, HELD.endsAt)).toEqual({ kind: "ended" });
  });

  test("is opened by the service that made it, with the key that sealed it, and nowhere else", () => {
    const { cookie } = begun();
    const registry = credentialCookie({ service: "registry", sealer: sealer([OLD]) });
    expect(found(registry, cookie.replace("players", "registry"), NOW)).toBeUndefined();
    const rotated = credentialCookie({ service: "players", sealer: sealer([NEW, OLD]) });
    expect(found(rotated, cookie, NOW)).toMatchObject(HELD);
    const strange = credentialCookie({ service: "players", sealer: sealer([NEW]) });
    expect(found(strange, cookie, NOW)).toBeUndefined();
    expect(found(players, `${cookie.slice(0, -2)}AA`, NOW)).toBeUndefined();
    expect(found(players, "tripod_players=v1.old.x.y", NOW)).toBeUndefined();
  });

  test("holds a token with a hundred permissions, and refuses what no browser keeps", () => {
    const permissions = Array.from({ length: 100 }, (_, at) => ({
      action: "publish",
      resource: `io.github.${randomBytes(8).toString("hex")}-${at}/*`,
    }));
    const payload = Buffer.from(JSON.stringify({ permissions })).toString("base64url");
    const { cookie } = begun(players, { ...HELD, credential: `head.${payload}.signature` });
    expect(cookie.length).toBeLessThanOrEqual(4096);
    const noise = randomBytes(4096).toString("base64");
    expect(players.begin({ ...HELD, credential: noise }, NOW)).toBeUndefined();
  });

  test("is not made for what it could not open again, however well that is packed", () => {
    const around = JSON.stringify({ credential: "", endsAt: 1_800_000_060 }).length;
    const longest = { ...HELD, credential: "a".repeat(65_536 - around) };
    expect(found(players, begun(players, longest).cookie, NOW)).toMatchObject(longest);
    expect(players.begin({ ...longest, credential: `${longest.credential}a` }, NOW)).toBeUndefined();
    expect(players.begin({ ...HELD, credential: "é".repeat(40_000) }, NOW)).toBeUndefined();
  });
});

describe("a request with the cookie", () => {
  const { cookie, session } = begun();
  const csrf = { "x-csrf-token": session.csrfToken };
  const shown = (method: string, headers: Record<string, string>) => players.shownBy({ method, headers }, NOW).kind;

  test.each([
    ["no cookie", "GET", {}, "none"],
    ["a read", "GET", { cookie }, "session"],
    ["a change with the session's token", "POST", { cookie, ...csrf }, "session"],
    ["a change without it", "POST", { cookie }, "noCsrf"],
    ["a change with another token", "DELETE", { cookie, "x-csrf-token": "x" }, "noCsrf"],
    ["a change from another site", "POST", { cookie, ...csrf, "sec-fetch-site": "same-site" }, "otherSite"],
    ["a damaged cookie", "GET", { cookie: "tripod_players=x" }, "ended"],
  ] as const)("%s", (_what, method, headers, kind) => {
    expect(shown(method, headers)).toBe(kind);
  });
});
