import { Type } from "typebox";
import { json, withHeaders } from "../../../kit/endpoint/output.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { shownTime, shownTimestamp } from "../../directory/index.ts";
import { endpoint } from "../../endpoint.ts";
import { cutToPage, instantIn, listErrors, PAGE_HEADERS, pageCursor, readCursor } from "../../list-page.ts";
import { playerIdText, profileErrors, readPlayerId } from "../../profiles/index.ts";
import { playtime } from "../core/playtime.ts";

const EVER = 0 as Instant;
const FORTNIGHT_MS = 14 * DAY_MS;

const playerSessions = Type.Object(
  {
    Playtime: Type.Object(
      {
        TotalSeconds: Type.Integer(),
        Last14DaysSeconds: Type.Integer(),
        Servers: Type.Array(
          Type.Object(
            { Server: Type.String(), Seconds: Type.Integer(), Sessions: Type.Integer() },
            { additionalProperties: false },
          ),
          { description: "The most played first" },
        ),
      },
      { additionalProperties: false },
    ),
    Sessions: Type.Array(
      Type.Object(
        {
          Server: Type.String({ description: "The server's key" }),
          Start: shownTimestamp,
          End: Type.Union([shownTimestamp, Type.Null()], { description: "Null while it lasts" }),
          Seconds: Type.Integer({ description: "Up to now while it lasts" }),
        },
        { additionalProperties: false },
      ),
      { description: "The latest first" },
    ),
  },
  { title: "PlayerSessions", additionalProperties: false },
);

/** When a player was on which server, and for how long in all. */
export const listSessions = endpoint({
  id: "presence.listSessions",
  method: "GET",
  path: "/Player/:id/Sessions",
  auth: "history",
  beyondSpec: true,
  summary: "Sessions and playtime of a player",
  description:
    "Of the player's account. Empty for players who want no history to be kept. `Playtime` counts all sessions, on every page.",
  input: {
    path: Type.Object({ id: playerIdText }),
    query: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }), cursor: pageCursor }),
  },
  output: json(playerSessions, { headers: PAGE_HEADERS }),
  errors: [profileErrors.notFound, profileErrors.badId, listErrors.badCursor],
  examples: [
    { name: "somebody", path: { id: "101" } },
    { name: "nobody", path: { id: "999" }, status: 404 },
    { name: "a foreign cursor", path: { id: "101" }, query: { cursor: "WzFd" }, status: 400 },
  ],

  async run({ profiles, presence, onlineHistory, clock }, { input: { path, query } }) {
    const id = readPlayerId(path.id);
    const account = await profiles.findAccount(id);
    if (!account) throw profileErrors.notFound({ id: String(id) });
    const known = account.platformId !== "" && !account.optedOut;
    const place = { path: `/Player/${id}/Sessions` };
    const before = readCursor(place, query, ([time]) => instantIn(time));
    const sessions = known ? await presence.listSessions([account.platformId], EVER, query.limit + 1, before) : [];
    const now = clock.now();
    const span = { recentSince: plusMillis(now, -FORTNIGHT_MS), now };
    const played = playtime(known ? await onlineHistory.listPlayed(account.platformId, span) : []);
    const { shown, headers } = cutToPage(sessions, place, query, ({ startedAt }) => [startedAt]);
    const answer = {
      Playtime: {
        TotalSeconds: played.totalSeconds,
        Last14DaysSeconds: played.recentSeconds,
        Servers: played.perServer.map(({ server, seconds, sessions: count }) => ({
          Server: server,
          Seconds: seconds,
          Sessions: count,
        })),
      },
      Sessions: shown.map(({ server, startedAt, endedAt }) => ({
        Server: server,
        Start: shownTime(startedAt),
        End: endedAt === null ? null : shownTime(endedAt),
        Seconds: Math.max(0, Math.floor(((endedAt ?? now) - startedAt) / 1_000_000)),
      })),
    };
    return withHeaders(answer, headers);
  },
});
