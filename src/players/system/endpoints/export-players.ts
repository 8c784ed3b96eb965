import { Type } from "typebox";
import { stream, withHeaders } from "../../../kit/endpoint/output.ts";
import { shownTime } from "../../directory/index.ts";
import { endpoint } from "../../endpoint.ts";
import { CSV_HEAD, csvLine, ndjsonLine } from "../export-lines.ts";
import type { ExportRow } from "../store.ts";

/** Every player as one row, for spreadsheets and scripts. */
export const exportPlayers = endpoint({
  id: "system.exportPlayers",
  method: "GET",
  path: "/Export",
  auth: "admin",
  beyondSpec: true,
  summary: "All players as NDJSON or CSV",
  description:
    "By id, from one state of the database, as a stream. An export that fails half way breaks the connection.",
  input: {
    query: Type.Object({
      format: Type.Enum(["ndjson", "csv"], {
        default: "ndjson",
        description: "One JSON object a line, or CSV with a head",
      }),
    }),
  },
  output: stream("application/x-ndjson", {
    headers: {
      "Content-Disposition": "A name for the file",
      "Content-Type": "`application/x-ndjson`, or `text/csv`",
    },
  }),
  errors: [],
  limits: { cost: 10 },
  examples: [{ name: "NDJSON" }, { name: "CSV", query: { format: "csv" } }],

  run({ system, clock }, { input: { query } }) {
    const now = clock.now();
    const chunks = linesOf(system.streamExport(now), query.format);
    const day = shownTime(now).slice(0, 10);
    return withHeaders(chunks, {
      "Content-Disposition": `attachment; filename="players-${day}.${query.format}"`,
      "Content-Type": query.format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson",
    });
  },
});

async function* linesOf(batches: AsyncIterable<ExportRow[]>, format: "ndjson" | "csv"): AsyncIterable<string> {
  // The head goes out with the first rows: an export that cannot begin is an ordinary refusal, and not a broken one.
  let head = format === "csv" ? CSV_HEAD : "";
  const line = format === "csv" ? csvLine : ndjsonLine;
  for await (const rows of batches) {
    yield head + rows.map(line).join("");
    head = "";
  }
  if (head !== "") yield head;
}
