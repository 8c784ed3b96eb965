/**
 * The two methods of the Steam Web API that we use, on loopback, with the oddities of the real one: answers in another
 * order than asked, unknown accounts left out, errors as HTML pages that repeat the URL, key and all.
 */
import type { ServerResponse } from "node:http";
import { loopbackServer, type LoopbackServer, type SeenRequest } from "./loopback-server.ts";

export interface StubAccount {
  readonly name?: string;
  /** Lacks the members that only public profiles have. */
  readonly isPrivate?: boolean;
  readonly bans?: Partial<StubBans>;
  /** Takes the place of members of the summary, whatever their type. */
  readonly summary?: Readonly<Record<string, unknown>>;
  /** The same for members of the bans. */
  readonly banMembers?: Readonly<Record<string, unknown>>;
}

interface StubBans {
  readonly CommunityBanned: boolean;
  readonly VACBanned: boolean;
  readonly NumberOfVACBans: number;
  readonly DaysSinceLastBan: number;
  readonly NumberOfGameBans: number;
}

export type SteamMethod = "summaries" | "bans";

/** Misbehaviour in place of an answer. */
export type Misbehaviour =
  | "htmlForbidden"
  | "htmlBadRequest"
  | "tooMany"
  | { readonly tooMany: string }
  | "serverError"
  | { readonly unavailable: string }
  | "cutJson"
  | "htmlOk"
  | "noPlayers"
  | "wrongTypes"
  | "huge"
  | "redirect"
  | "silent"
  | "hangUp";

export interface SteamStub extends LoopbackServer {
  readonly key: string;
  /** The known accounts, by SteamID64. */
  readonly accounts: Map<string, StubAccount>;
  /** Asked for each call; undefined answers as usual. */
  misbehave: (method: SteamMethod, call: number) => Misbehaviour | undefined;
  /** Its requests, in order of arrival. */
  calls(): { readonly method: SteamMethod; readonly steamIds: readonly string[] }[];
}

const PATHS: Readonly<Record<string, SteamMethod>> = {
  "/ISteamUser/GetPlayerSummaries/v2/": "summaries",
  "/ISteamUser/GetPlayerBans/v1/": "bans",
};

/** Starts a Steam that knows one key and no accounts. */
export async function steamStub(key = "0123456789ABCDEF0123456789ABCDEF"): Promise<SteamStub> {
  const server = await loopbackServer((request, response) => {
    const { pathname, searchParams } = new URL(request.path, "http://steam");
    const method = PATHS[pathname];
    if (!method) return sendHtml(response, 404, "Not Found", request);
    const odd = stub.misbehave(method, server.seen.length);
    if (odd !== undefined) return misbehave(odd, request, response);
    if (searchParams.get("key") !== key) return sendHtml(response, 403, "Forbidden", request);
    const steamIds = searchParams.get("steamids")?.split(",") ?? [];
    if (steamIds.length === 0 || steamIds.length > 100) return sendHtml(response, 400, "Bad Request", request);
    const known = steamIds.filter((steamId) => stub.accounts.has(steamId)).reverse();
    const players = known.map((steamId) => {
      const account = stub.accounts.get(steamId) ?? {};
      return method === "summaries" ? summaryOf(steamId, account) : bansOf(steamId, account);
    });
    sendJson(response, method === "summaries" ? { response: { players } } : { players });
  });
  const stub: SteamStub = Object.assign(server, {
    key,
    accounts: new Map<string, StubAccount>(),
    misbehave: () => undefined,
    calls: () =>
      server.seen.flatMap(({ path }) => {
        const { pathname, searchParams } = new URL(path, "http://steam");
        const method = PATHS[pathname];
        return method ? [{ method, steamIds: searchParams.get("steamids")?.split(",") ?? [] }] : [];
      }),
  });
  return stub;
}

/** SteamID64s that differ, the same for the same number. */
export function steamIdOf(number: number): string {
  return `7656119${String(8_000_000_000 + number)}`;
}

function misbehave(odd: Misbehaviour, request: SeenRequest, response: ServerResponse): void {
  if (typeof odd === "object") {
    const [status, wait] = "tooMany" in odd ? [429, odd.tooMany] : [503, odd.unavailable];
    return sendHtml(response, status, "Later", request, { "retry-after": wait });
  }
  switch (odd) {
    case "htmlForbidden":
      return sendHtml(response, 403, "Forbidden", request);
    case "htmlBadRequest":
      return sendHtml(response, 400, "Bad Request", request);
    case "tooMany":
      return sendHtml(response, 429, "Too Many Requests", request);
    case "serverError":
      return sendHtml(response, 500, "Internal Server Error", request);
    case "htmlOk":
      return sendHtml(response, 200, "Steam is down for maintenance", request);
    case "cutJson":
      response.writeHead(200, JSON_TYPE).end('{"response":{"players":[{"steamid":"76561198');
      return;
    case "noPlayers":
      return sendJson(response, { response: {} });
    case "wrongTypes":
      return sendJson(response, oddPlayers(request));
    case "huge":
      response.writeHead(200, JSON_TYPE).end(`{"players":[],"response":{"players":[]},"x":"${"x".repeat(3_000_000)}"}`);
      return;
    case "redirect":
      response.writeHead(302, { location: request.path.replace("/v2/", "/v0002/").replace("/v1/", "/v0001/") }).end();
      return;
    case "silent":
      response.writeHead(200, JSON_TYPE).write("{");
      return;
    case "hangUp":
      response.destroy();
  }
}

function oddPlayers(request: SeenRequest): unknown {
  const steamIds = new URL(request.path, "http://steam").searchParams.get("steamids")?.split(",") ?? [];
  const players = steamIds.flatMap((steamId) => [
    { steamid: Number(steamId), personaname: "number id", SteamId: Number(steamId) },
    { steamid: steamId, personaname: 7, SteamId: steamId, ...NO_BANS, NumberOfVACBans: "1" },
    { steamid: steamId, SteamId: steamId, ...NO_BANS, VACBanned: 1 },
    null,
    [],
    "player",
  ]);
  return { response: { players }, players };
}

const JSON_TYPE = { "content-type": "application/json; charset=UTF-8" };

const NO_BANS: StubBans = {
  CommunityBanned: false,
  VACBanned: false,
  NumberOfVACBans: 0,
  DaysSinceLastBan: 0,
  NumberOfGameBans: 0,
};

function summaryOf(steamId: string, { name = `name ${steamId}`, isPrivate = false, summary = {} }: StubAccount) {
  const picture = `https://avatars.steamstatic.com/${steamId}`;
  return {
    steamid: steamId,
    communityvisibilitystate: isPrivate ? 1 : 3,
    profilestate: 1,
    personaname: name,
    profileurl: `https://steamcommunity.com/profiles/${steamId}/`,
    avatar: `${picture}.jpg`,
    avatarmedium: `${picture}_medium.jpg`,
    avatarfull: `${picture}_full.jpg`,
    avatarhash: steamId,
    personastate: 0,
    ...(isPrivate ? {} : { lastlogoff: 1_700_000_000, realname: "R", timecreated: 1_300_000_000, gameid: "346110" }),
    ...summary,
  };
}

function bansOf(steamId: string, { bans = {}, banMembers = {} }: StubAccount) {
  return { SteamId: steamId, ...NO_BANS, ...bans, EconomyBan: "none", ...banMembers };
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, JSON_TYPE).end(JSON.stringify(body));
}

/** Pages of errors repeat what was asked for, so that a client which shows them shows its key. */
function sendHtml(
  response: ServerResponse,
  status: number,
  title: string,
  { path }: SeenRequest,
  headers: Readonly<Record<string, string>> = {},
): void {
  const page = `<html><head><title>${title}</title></head><body><h1>${title}</h1>Access to ${path} failed.</body></html>`;
  response.writeHead(status, { "content-type": "text/html; charset=UTF-8", ...headers }).end(page);
}
