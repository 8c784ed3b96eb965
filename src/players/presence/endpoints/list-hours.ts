import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { DAY_MICROS, HOUR_MICROS } from "../../../kit/time/spans.ts";
import { shownTime, shownTimestamp } from "../../directory/index.ts";
import { endpoint } from "../../endpoint.ts";
import { hoursOfServers } from "../core/hours-of-servers.ts";
import { presenceErrors } from "../errors.ts";
import { requireServer } from "../require-server.ts";

/** A month of all servers is read in a moment; a year would keep the database busy. */
const MAX_DAYS = 31;

const column = (description: string, maximum?: number) =>
  Type.Array(Type.Union([Type.Number({ minimum: 0, ...(maximum === undefined ? {} : { maximum }) }), Type.Null()]), {
    description,
  });

const onlineHours = Type.Object(
  {
    From: Type.String({ description: "The beginning of the first hour, in UTC" }),
    Until: shownTimestamp,
    Servers: Type.Array(
      Type.Object(
        {
          Server: Type.String({ description: "The server's key" }),
          Players: column("Different accounts that were on it in each hour"),
          Average: column("Players at once, on average over each hour"),
          WatchedMinutes: column("Minutes of each hour in which it was known who is on it", 60),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { title: "OnlineHours", additionalProperties: false },
);

/** How many players were on the servers, hour by hour. */
export const listHours = endpoint({
  id: "presence.listHours",
  method: "GET",
  path: "/Online/Hours",
  auth: "read",
  beyondSpec: true,
  summary: "Players per hour",
  description:
    "For lines and heat maps. Each list has one member for each hour from `From` on; the last hour has just begun. Null is a " +
    "gap: nothing is known of that hour. Where `WatchedMinutes` is below 60 there may have been more players; null there means " +
    "that it was not noted yet. Past sessions of players who want no history, or were erased, are not stored and not counted.",
  input: {
    query: Type.Object({
      days: Type.Integer({ minimum: 1, maximum: MAX_DAYS, default: 7, description: "How far back" }),
      server: Type.Optional(Type.String({ maxLength: 32, description: "Key of one server; all without it" })),
    }),
  },
  limits: { cost: 5 },
  output: json(onlineHours, { cacheControl: "private, max-age=60" }),
  errors: [presenceErrors.noServer],
  examples: [
    { name: "a week of all servers" },
    { name: "an unknown server", query: { server: "nowhere" }, status: 404 },
  ],

  async run({ onlineHistory, system, clock }, { input: { query } }) {
    const { server, days } = query;
    await requireServer(onlineHistory, server);
    const until = clock.now();
    const from = (Math.floor((until - days * DAY_MICROS) / HOUR_MICROS) * HOUR_MICROS) as Instant;
    const configured = (await system.listServers()).map(({ key }) => key);
    const { online, watched } = await onlineHistory.listHours(from, until, server);
    const known = [...configured, ...online.map((each) => each.server), ...watched.map((each) => each.server)];
    const servers = [...new Set(known)].filter((key) => server === undefined || key === server);
    if (server !== undefined && servers.length === 0) throw presenceErrors.noServer({ server });
    return {
      From: shownTime(from),
      Until: shownTime(until),
      Servers: hoursOfServers(servers, { from, until, online, watched }).map((hours) => ({
        Server: hours.server,
        Players: [...hours.players],
        Average: [...hours.average],
        WatchedMinutes: [...hours.watchedMinutes],
      })),
    };
  },
});
