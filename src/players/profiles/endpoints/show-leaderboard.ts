import { Type } from "typebox";
import { rawJson, withHeaders } from "../../../kit/endpoint/output.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { playerJson, simpleProfile, tribeJson, tribeSummary } from "../../directory/index.ts";
import { endpoint } from "../../endpoint.ts";
import { cutToLimit, HAS_MORE } from "../../has-more.ts";

const leaderboard = Type.Union([
  Type.Array(
    Type.Object(
      { Rank: Type.Integer(), Value: Type.Integer({ description: "Level, or seconds" }), Player: simpleProfile },
      { additionalProperties: false },
    ),
  ),
  Type.Array(
    Type.Object(
      { Rank: Type.Integer(), Value: Type.Integer({ description: "Members" }), Tribe: tribeSummary },
      { additionalProperties: false },
    ),
  ),
]);

/** The highest levels, the longest playtimes, the largest tribes. */
export const showLeaderboard = endpoint({
  id: "profiles.showLeaderboard",
  method: "GET",
  path: "/Leaderboard",
  auth: "history",
  beyondSpec: true,
  summary: "Highest levels, longest playtimes, largest tribes",
  input: {
    query: Type.Object({
      by: Type.Enum(["Level", "Playtime", "TribeSize"], { default: "Level", description: "What counts" }),
      days: Type.Integer({
        minimum: 0,
        maximum: 3650,
        default: 0,
        description: "For playtime: of sessions that began in so many days; 0 for all that are kept",
      }),
      limit: Type.Integer({ minimum: 1, maximum: 200, default: 20 }),
    }),
  },
  output: rawJson(leaderboard, { cacheControl: "private, max-age=30", headers: HAS_MORE }),
  errors: [],
  limits: { cost: 2 },
  examples: [
    { name: "levels" },
    { name: "playtime of a week", query: { by: "playtime", days: "7" } },
    { name: "tribes", query: { by: "TribeSize" } },
  ],

  async run({ profiles, tribes, clock }, { input: { query } }) {
    const { by, days, limit } = query;
    if (by === "TribeSize") {
      const { shown, headers } = cutToLimit(await tribes.largest(limit + 1), limit);
      const texts = shown.map((row, at) => `{"Rank":${at + 1},"Value":${row.members},"Tribe":${tribeJson(row)}}`);
      return withHeaders({ body: Buffer.from(`[${texts.join(",")}]`) }, headers);
    }
    const now = clock.now();
    const since = days === 0 ? (0 as Instant) : plusMillis(now, -days * DAY_MS);
    const rows = await profiles.leaderboard(by === "Level" ? "level" : "playtime", limit + 1, since, now);
    const { shown, headers } = cutToLimit(rows, limit);
    const texts = shown.map((row, at) => `{"Rank":${at + 1},"Value":${row.value},"Player":${playerJson(row.player)}}`);
    return withHeaders({ body: Buffer.from(`[${texts.join(",")}]`) }, headers);
  },
});
