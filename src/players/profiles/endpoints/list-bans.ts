import { Type } from "typebox";
import { json, withHeaders } from "../../../kit/endpoint/output.ts";
import { shownTime, shownTimestamp } from "../../directory/index.ts";
import { endpoint } from "../../endpoint.ts";
import { cutToPage, listErrors, PAGE_HEADERS, pageCursor, readCursor } from "../../list-page.ts";
import { showBanChange } from "../../platform/index.ts";
import { profileErrors } from "../errors.ts";
import { playerIdText, readPlayerId } from "../player-id.ts";

const bans = Type.Object(
  {
    CommunityBanned: Type.Boolean(),
    AntiCheatBanned: Type.Boolean(),
    NumberOfAntiCheatBans: Type.Integer(),
    DaysSinceLastBan: Type.Integer({ description: "As the platform told it then" }),
    NumberOfGameBans: Type.Integer(),
  },
  { title: "AccountBans", additionalProperties: false },
);

const seenBan = Type.Object(
  {
    SeenAt: shownTimestamp,
    IsFirst: Type.Boolean({
      description: "Whether the account's bans were unknown before. Then they may be years old",
    }),
    Changed: Type.Array(
      Type.Enum(["CommunityBanned", "AntiCheatBanned", "NumberOfAntiCheatBans", "NumberOfGameBans"]),
      { description: "The members of `After` that have changed: a ban, or a lifted ban" },
    ),
    Before: bans,
    After: bans,
  },
  { title: "SeenBan", additionalProperties: false },
);

/** The bans of a player's account, and when the lookup first saw them. */
export const listBans = endpoint({
  id: "profiles.listBans",
  method: "GET",
  path: "/Player/:id/Bans",
  auth: "history",
  beyondSpec: true,
  summary: "Bans of a player, as they were seen",
  description:
    "Lists each new and each lifted ban that the platform reported, the latest first. All characters of an account share them. " +
    "Empty for players who want no history to be kept.",
  input: {
    path: Type.Object({ id: playerIdText }),
    query: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 1000, default: 200 }), cursor: pageCursor }),
  },
  output: json(Type.Array(seenBan), { headers: PAGE_HEADERS }),
  errors: [profileErrors.notFound, profileErrors.badId, listErrors.badCursor],
  examples: [
    { name: "a banned player", path: { id: "104" } },
    { name: "an unknown player", path: { id: "999" }, status: 404 },
    { name: "an invalid id", path: { id: "abc" }, status: 400 },
    { name: "a foreign cursor", path: { id: "104" }, query: { cursor: "WzFd" }, status: 400 },
  ],

  async run({ profiles }, { input: { path, query } }) {
    const id = readPlayerId(path.id);
    const place = { path: `/Player/${id}/Bans` };
    const rows = await profiles.listBans(id, query.limit + 1, readCursor(place, query, seenBefore));
    if (!rows) throw profileErrors.notFound({ id: String(id) });
    const { shown, headers } = cutToPage(rows, place, query, (last) => [last.id]);
    const entries = shown.map(({ at, change }) => {
      const { Changed, ...rest } = showBanChange(change);
      return { SeenAt: shownTime(at), ...rest, Changed: [...Changed] };
    });
    return withHeaders(entries, headers);
  },
});

function seenBefore([id]: readonly unknown[]): number | undefined {
  return Number.isSafeInteger(id) && (id as number) > 0 ? (id as number) : undefined;
}
