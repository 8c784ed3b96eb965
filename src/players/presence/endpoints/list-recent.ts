import { Type } from "typebox";
import { rawJson, withHeaders } from "../../../kit/endpoint/output.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { shownTime, shownTimestamp } from "../../directory/index.ts";
import { endpoint } from "../../endpoint.ts";
import { jsonArray } from "../../json-array.ts";
import { cutToPage, instantIn, listErrors, PAGE_HEADERS, pageCursor, readCursor } from "../../list-page.ts";
import { presenceErrors } from "../errors.ts";
import type { Passage, PassagePosition } from "../history-store.ts";
import { requireServer } from "../require-server.ts";

/** Older ones are history: `/Player/:id/Sessions` has it. */
const RECENT_DAYS = 7;

const recentEvent = Type.Object(
  {
    Event: Type.Enum(["joined", "left", "moved"]),
    At: shownTimestamp,
    Server: Type.String({ description: "The server joined, left or moved to" }),
    From: Type.Union([Type.String(), Type.Null()], { description: "Of a move, the server before" }),
    PlatformId: Type.String(),
    Name: Type.String({ description: "Of the account" }),
    PlayerId: Type.Integer({ format: "int64", description: "0 where no save of the player is known" }),
    CharacterName: Type.String(),
  },
  { title: "RecentEvent", additionalProperties: false },
);

/** The players who came and went in the last days. */
export const listRecent = endpoint({
  id: "presence.listRecent",
  method: "GET",
  path: "/Online/Recent",
  auth: "history",
  beyondSpec: true,
  summary: "Recent joins and leaves",
  description:
    `Of the last ${RECENT_DAYS} days, newest first; \`/Online/Events\` goes on from there. Players who want no history are ` +
    "not in it. A leave is noted at the last moment when the player was seen.",
  input: {
    query: Type.Object({
      limit: Type.Integer({ minimum: 1, maximum: 500, default: 50, description: "Most events to answer" }),
      server: Type.Optional(Type.String({ maxLength: 32, description: "Key of one server; all without it" })),
      cursor: pageCursor,
    }),
  },
  limits: { cost: 2 },
  output: rawJson(Type.Array(recentEvent), { cacheControl: "private, max-age=5", headers: PAGE_HEADERS }),
  errors: [presenceErrors.noServer, listErrors.badCursor],
  examples: [
    { name: "everywhere" },
    { name: "an unknown server", query: { server: "nowhere" }, status: 404 },
    { name: "a foreign cursor", query: { cursor: "WzFd" }, status: 400 },
  ],

  async run({ onlineHistory, system, clock }, { input: { query } }) {
    const { limit, server } = query;
    await requireServer(onlineHistory, server);
    const since = plusMillis(clock.now(), -RECENT_DAYS * DAY_MS);
    const place = { path: "/Online/Recent", filter: server === undefined ? {} : { server } };
    const passages = await onlineHistory.listPassages(
      since,
      limit + 1,
      server,
      readCursor(place, query, passagePosition),
    );
    if (server !== undefined && passages.length === 0) {
      const isKnown = (await system.listServers()).some(({ key }) => key === server);
      if (!isKnown) throw presenceErrors.noServer({ server });
    }
    const { shown, headers } = cutToPage(passages, place, query, positionOf);
    return withHeaders({ body: jsonArray(shown.map((each) => Buffer.from(passageJson(each)))) }, headers);
  },
});

function positionOf({ at, platformId, startedAt, isEnd }: PassagePosition): readonly (number | string)[] {
  return [at, platformId, startedAt, isEnd ? 1 : 0];
}

function passagePosition([time, platformId, start, end]: readonly unknown[]): PassagePosition | undefined {
  const [at, startedAt] = [instantIn(time), instantIn(start)];
  if (at === undefined || startedAt === undefined || (end !== 0 && end !== 1)) return undefined;
  // PostgreSQL keeps no zero bytes.
  if (typeof platformId !== "string" || platformId.includes("\0")) return undefined;
  return { at, platformId, startedAt, isEnd: end === 1 };
}

/** The id is written digit by digit: a number would lose those past 2^53. */
function passageJson({ kind, at, server, from, platformId, name, player }: Passage): string {
  const start = { Event: kind, At: shownTime(at), Server: server, From: from, PlatformId: platformId, Name: name };
  const end = `"PlayerId":${player?.id ?? 0},"CharacterName":${JSON.stringify(player?.characterName ?? "")}}`;
  return `${JSON.stringify(start).slice(0, -1)},${end}`;
}
