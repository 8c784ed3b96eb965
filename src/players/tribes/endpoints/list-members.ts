import { Type } from "typebox";
import { rawJson, withHeaders } from "../../../kit/endpoint/output.ts";
import { playerJson, shownTime, shownTimestamp, simpleProfileMembers } from "../../directory/index.ts";
import { endpoint } from "../../endpoint.ts";
import { cutToPage, instantIn, listErrors, PAGE_HEADERS, pageCursor, readCursor } from "../../list-page.ts";
import { parsePlayerId } from "../../profiles/index.ts";
import { tribeErrors } from "../errors.ts";
import type { MembershipPosition } from "../store.ts";
import { readTribeId, tribeIdText } from "../tribe-id.ts";

const orNull = Type.Union([shownTimestamp, Type.Null()]);

const tribeMembers = Type.Object(
  {
    Members: Type.Array(
      Type.Object(
        {
          ...simpleProfileMembers,
          Rank: Type.Enum(["Owner", "Admin", "Member"]),
          RankGroup: Type.Union([Type.Integer(), Type.Null()], { description: "Where the tribe uses rank groups" }),
          Since: orNull,
        },
        { additionalProperties: false },
      ),
    ),
    History: Type.Array(
      Type.Object(
        { Id: Type.Integer(), CharacterName: Type.String(), From: shownTimestamp, To: orNull },
        { additionalProperties: false },
      ),
      { description: "Memberships with their times, the latest first" },
    ),
  },
  { title: "TribeMembers", additionalProperties: false },
);

/** The members of a tribe, with ranks, and the former ones. */
export const listMembers = endpoint({
  id: "tribes.listMembers",
  method: "GET",
  path: "/Tribe/:id/Members",
  auth: "history",
  beyondSpec: true,
  summary: "Members of a tribe with their ranks, and its joins and leaves",
  description: "Pages are of `History`: every page has all `Members`.",
  input: {
    path: Type.Object({ id: tribeIdText }),
    query: Type.Object({
      limit: Type.Integer({ minimum: 1, maximum: 1000, default: 200, description: "Most entries of `History`" }),
      cursor: pageCursor,
    }),
  },
  output: rawJson(tribeMembers, { cacheControl: "no-store", headers: PAGE_HEADERS }),
  errors: [tribeErrors.notFound, tribeErrors.badId, listErrors.badCursor],
  examples: [
    { name: "a tribe", path: { id: "5001" } },
    { name: "none", path: { id: "999" }, status: 404 },
    { name: "a foreign cursor", path: { id: "5001" }, query: { cursor: "WzFd" }, status: 400 },
  ],

  async run({ tribes }, { input: { path, query } }) {
    const id = readTribeId(path.id);
    const place = { path: `/Tribe/${id}/Members` };
    const found = await tribes.listMembers(id, query.limit + 1, readCursor(place, query, membershipPosition));
    if (!found) throw tribeErrors.notFound({ id });
    const members = found.members.map(({ player, isOwner, isAdmin, rankGroup, since }) => {
      const rank = isOwner ? "Owner" : isAdmin ? "Admin" : "Member";
      const rest = JSON.stringify({
        Rank: rank,
        RankGroup: rankGroup,
        Since: since === null ? null : shownTime(since),
      });
      return `${playerJson(player).slice(0, -1)},${rest.slice(1)}`;
    });
    const { shown, headers } = cutToPage(found.history, place, query, positionOf);
    const history = shown.map(({ playerId, characterName, since, until }) => {
      const rest = {
        CharacterName: characterName,
        From: shownTime(since),
        To: until === null ? null : shownTime(until),
      };
      return `{"Id":${playerId},${JSON.stringify(rest).slice(1)}`;
    });
    const body = Buffer.from(`{"Members":[${members.join(",")}],"History":[${history.join(",")}]}`);
    return withHeaders({ body }, headers);
  },
});

/** The id as text: a number would lose those past 2^53. */
function positionOf({ since, playerId }: MembershipPosition): readonly [number, string] {
  return [since, String(playerId)];
}

function membershipPosition([time, id]: readonly unknown[]): MembershipPosition | undefined {
  const since = instantIn(time);
  const playerId = typeof id === "string" ? parsePlayerId(id) : undefined;
  return since !== undefined && playerId !== undefined ? { since, playerId } : undefined;
}
