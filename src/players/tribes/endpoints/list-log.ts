import { Type } from "typebox";
import { json, withHeaders } from "../../../kit/endpoint/output.ts";
import { shownTime, shownTimestamp } from "../../directory/index.ts";
import { endpoint } from "../../endpoint.ts";
import { cutToLimit, HAS_MORE } from "../../has-more.ts";
import { tribeErrors } from "../errors.ts";
import type { TribeLogRow } from "../store.ts";
import { readTribeId, tribeIdText } from "../tribe-id.ts";

const line = Type.Object(
  {
    Number: Type.Integer({ description: "Counts the lines of a tribe as they came" }),
    Day: Type.Integer({ description: "Of the game's own calendar" }),
    Time: Type.String({ description: "Of the game's day, HH:MM:SS" }),
    Text: Type.String(),
    Event: Type.Union([Type.String(), Type.Null()], {
      description: "The kind of event (`memberAdded`, `killed`, `tamed`, ...); null for other wordings",
    }),
    Seen: shownTimestamp,
  },
  { title: "TribeLogLine", additionalProperties: false },
);

/** The events of a tribe, by its own log; lines stay when the game has forgotten them. */
export const listLog = endpoint({
  id: "tribes.listLog",
  method: "GET",
  path: "/Tribe/:id/Log",
  auth: "history",
  beyondSpec: true,
  summary: "Log of a tribe",
  description: "The latest lines first. For older ones, send the last `Number` as `before`.",
  input: {
    path: Type.Object({ id: tribeIdText }),
    query: Type.Object({
      limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
      before: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
    }),
  },
  output: json(Type.Array(line), { headers: HAS_MORE }),
  errors: [tribeErrors.notFound, tribeErrors.badId],
  examples: [
    { name: "a tribe", path: { id: "5001" } },
    { name: "none", path: { id: "999" }, status: 404 },
  ],

  async run({ tribes }, { input: { path, query } }) {
    const id = readTribeId(path.id);
    const rows = await tribes.listLog(id, query.limit + 1, query.before);
    if (!rows) throw tribeErrors.notFound({ id });
    const { shown, headers } = cutToLimit(rows, query.limit);
    return withHeaders(shown.map(shownLine), headers);
  },
});

function shownLine({ number, day, second, text, event, seenAt }: TribeLogRow) {
  return {
    Number: number,
    Day: day,
    Time: new Date(second * 1000).toISOString().slice(11, 19),
    Text: text,
    Event: event === null ? null : (JSON.parse(event) as { kind: string }).kind,
    Seen: shownTime(seenAt),
  };
}
