import { Type } from "typebox";
import { json, withHeaders } from "../../../kit/endpoint/output.ts";
import { shownTime, shownTimestamp } from "../../directory/index.ts";
import { endpoint } from "../../endpoint.ts";
import { cutToPage, instantIn, listErrors, PAGE_HEADERS, pageCursor, readCursor } from "../../list-page.ts";
import { profileErrors } from "../errors.ts";
import { playerIdText, readPlayerId } from "../player-id.ts";
import type { NamePosition } from "../store.ts";

const name = Type.Object(
  {
    Kind: Type.Enum(["Character", "Platform"]),
    Name: Type.String(),
    From: shownTimestamp,
    To: Type.Union([shownTimestamp, Type.Null()], { description: "Null for the present name" }),
  },
  { title: "NameEntry", additionalProperties: false },
);

/** The names that a player has had. A name that was given up and taken again is there twice. */
export const listNames = endpoint({
  id: "profiles.listNames",
  method: "GET",
  path: "/Player/:id/Names",
  auth: "history",
  beyondSpec: true,
  summary: "Names of a player, present and former",
  description: "The latest first. Empty for players who want no history to be kept.",
  input: {
    path: Type.Object({ id: playerIdText }),
    query: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 1000, default: 200 }), cursor: pageCursor }),
  },
  output: json(Type.Array(name), { headers: PAGE_HEADERS }),
  errors: [profileErrors.notFound, profileErrors.badId, listErrors.badCursor],
  examples: [
    { name: "somebody", path: { id: "101" } },
    { name: "nobody", path: { id: "999" }, status: 404 },
    { name: "a foreign cursor", path: { id: "101" }, query: { cursor: "WzFd" }, status: 400 },
  ],

  async run({ profiles }, { input: { path, query } }) {
    const id = readPlayerId(path.id);
    const place = { path: `/Player/${id}/Names` };
    const names = await profiles.listNames(id, query.limit + 1, readCursor(place, query, namePosition));
    if (!names) throw profileErrors.notFound({ id: String(id) });
    const { shown, headers } = cutToPage(names, place, query, ({ since, kind }) => [since, kind]);
    const entries = shown.map(({ kind, name: text, since, until }) => ({
      Kind: kind === "character" ? ("Character" as const) : ("Platform" as const),
      Name: text,
      From: shownTime(since),
      To: until === null ? null : shownTime(until),
    }));
    return withHeaders(entries, headers);
  },
});

function namePosition([time, kind]: readonly unknown[]): NamePosition | undefined {
  const since = instantIn(time);
  return since !== undefined && (kind === "character" || kind === "platform") ? { since, kind } : undefined;
}
