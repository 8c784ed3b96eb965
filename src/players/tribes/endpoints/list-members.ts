import { Type } from "typebox";
import { rawJson, withHeaders } from "../../../kit/endpoint/output.ts";
import { playerJson, shownTime, shownTimestamp, simpleProfileMembers } from "../../directory/index.ts";
import { endpoint } from "../../endpoint.ts";
import { cutToLimit, HAS_MORE } from "../../has-more.ts";
import { tribeErrors } from "../errors.ts";
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
  input: {
    path: Type.Object({ id: tribeIdText }),
    query: Type.Object({
      limit: Type.Integer({ minimum: 1, maximum: 1000, default: 200, description: "Most entries of `History`" }),
    }),
  },
  output: rawJson(tribeMembers, { cacheControl: "no-store", headers: HAS_MORE }),
  errors: [tribeErrors.notFound, tribeErrors.badId],
  examples: [
    { name: "a tribe", path: { id: "5001" } },
    { name: "none", path: { id: "999" }, status: 404 },
  ],

  async run({ tribes }, { input: { path, query } }) {
    const id = readTribeId(path.id);
    const found = await tribes.listMembers(id, query.limit + 1);
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
    const { shown, headers } = cutToLimit(found.history, query.limit);
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
