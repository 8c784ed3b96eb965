import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { ApiUrlDeps, ClockDeps } from "../../platform-deps.ts";
import { id, seconds } from "../../shapes.ts";
import { contentTypeOf, exportProgress, fileNameOf } from "../core/export-record.ts";
import type { ExportDeps } from "../deps.ts";
import { exportErrors } from "../errors.ts";
import { exportIdParams, findLiveExport } from "../find-export.ts";

/** Larger files are downloaded: an answer is made in memory, and base64 makes it larger by a third. */
const MAX_CONTENT_BYTES = 8 * 1024 * 1024;

const ready = Type.Object({
  id,
  state: Type.Literal("completed"),
  filename: Type.String(),
  content_type: Type.String(),
  size: Type.Integer({ minimum: 0, description: "Bytes" }),
  sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
  rows: Type.Integer({ minimum: 0, description: "Without the names of the columns" }),
  content: Type.Optional(Type.String({ description: "Base64, of files up to 8 MiB" })),
  url: Type.Optional(Type.String({ description: "Where to download larger ones, with the same credentials" })),
  expires_at: seconds,
});

const waiting = Type.Object({
  id,
  state: Type.Enum(["queued", "running"]),
  progress: Type.Number({ minimum: 0, maximum: 1 }),
  message: Type.String(),
});

/** A file that was asked for, or how far it is. */
export const fetchExport = endpoint({
  id: "exports.fetchExport",
  method: ["GET", "POST"],
  path: "/export/fetch",
  auth: "user",
  permission: "export",
  summary: "Fetch an export",
  description: "A complete file, as base64 or as an address to download it from; before that, how far it is.",
  input: { params: Type.Object(exportIdParams) },
  output: json(Type.Union([ready, waiting])),
  errors: [exportErrors.missingId, exportErrors.notFound, exportErrors.expired, exportErrors.failed],
  limits: { cost: 5 },
  examples: [
    { name: "one that was just asked for", body: { id: "1" } },
    { name: "one that is not there", body: { id: "999999999" }, status: 404 },
  ],

  async run(deps: ExportDeps & ClockDeps & ApiUrlDeps, { input: { params }, actor }) {
    const record = await findLiveExport(deps, actor, params);
    const { file, state } = record;
    if (!file || state !== "completed") {
      return {
        id: String(record.id),
        state: state === "running" ? ("running" as const) : ("queued" as const),
        progress: exportProgress(record),
        message: "Please wait: the export is being made. Ask again in a few seconds.",
      };
    }
    const whereIsIt =
      file.sizeBytes > MAX_CONTENT_BYTES
        ? { url: `${deps.apiUrl}/export/download?id=${record.id}` }
        : { content: await base64Of(deps.exportStore.readFile(record)) };
    return {
      id: String(record.id),
      state: "completed" as const,
      filename: fileNameOf(record),
      content_type: contentTypeOf(record.type),
      size: file.sizeBytes,
      sha256: file.sha256,
      rows: record.rowsDone,
      ...whereIsIt,
      expires_at: toSeconds(record.expiresAt),
    };
  },
});

async function base64Of(chunks: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString("base64");
}
