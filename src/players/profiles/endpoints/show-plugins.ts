import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { shownTime, shownTimestamp } from "../../directory/index.ts";
import { endpoint } from "../../endpoint.ts";
import { profileErrors } from "../errors.ts";
import { playerIdText, readPlayerId } from "../player-id.ts";

const timedGroup = Type.Object(
  {
    Group: Type.String(),
    From: Type.Union([shownTimestamp, Type.Null()], { description: "Null where it holds from the start" }),
    Until: shownTimestamp,
  },
  { title: "TimedGroup", additionalProperties: false },
);

const pluginData = Type.Object(
  {
    PlatformId: Type.String({ description: "SteamID64, or EOS id in hexadecimal; empty for other kinds of account" }),
    Groups: Type.Array(Type.String()),
    TimedGroups: Type.Array(timedGroup, {
      description: "Also those whose time is over, for as long as the plugin has them",
    }),
    Points: Type.Union([Type.Integer(), Type.Null()], { description: "Null where no shop knows the account" }),
    TotalSpent: Type.Union([Type.Integer(), Type.Null()], {
      description: "Points that were spent in the shop, or null",
    }),
    ReadAt: Type.Union([shownTimestamp, Type.Null()], {
      description: "When the plugins' databases last told something new of the account; null where none has",
    }),
  },
  { title: "PluginData", additionalProperties: false },
);

/** What server plugins know of the account of a player: groups of Permissions, points of ArkShop. */
export const showPlugins = endpoint({
  id: "profiles.showPlugins",
  method: "GET",
  path: "/Player/:id/Plugins",
  auth: "history",
  beyondSpec: true,
  summary: "Groups and points of a player, from server plugins",
  description:
    "Read every ten minutes from the databases that the cluster's file names under `plugins`. All characters of an account " +
    "have the same.",
  input: { path: Type.Object({ id: playerIdText }) },
  output: json(pluginData),
  errors: [profileErrors.notFound, profileErrors.badId],
  examples: [
    { name: "somebody", path: { id: "101" } },
    { name: "nobody", path: { id: "999" }, status: 404 },
    { name: "an invalid id", path: { id: "abc" }, status: 400 },
  ],

  async run({ profiles }, { input: { path } }) {
    const id = readPlayerId(path.id);
    const found = await profiles.findPluginData(id);
    if (!found) throw profileErrors.notFound({ id: String(id) });
    const { platformId, groups, timedGroups, points, totalSpent, readAt } = found;
    return {
      PlatformId: platformId,
      Groups: [...groups],
      TimedGroups: timedGroups.map(({ group, from, until }) => ({
        Group: group,
        From: from === undefined ? null : shownTime(from),
        Until: shownTime(until),
      })),
      Points: points ?? null,
      TotalSpent: totalSpent ?? null,
      ReadAt: readAt === null ? null : shownTime(readAt),
    };
  },
});
