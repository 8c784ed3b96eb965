import { Type } from "typebox";
import { CHECK_DESCRIPTION } from "../../../kit/checks/self-check.ts";
import { json } from "../../../kit/endpoint/output.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { seconds } from "../../shapes.ts";
import type { SelfCheckDeps } from "../deps.ts";

/** The report of `tripod check`, for the running program. */
export const checkProgram = endpoint({
  id: "system.checkProgram",
  method: ["GET", "POST"],
  path: "/system/check",
  auth: "admin",
  beyondSpec: true,
  summary: "What works, what does not, and what is new",
  description: CHECK_DESCRIPTION,
  input: {},
  output: json(
    Type.Object({
      version: Type.String({ description: "Of the program" }),
      checked_at: seconds,
      checks: Type.Array(
        Type.Object({
          what: Type.String({ description: "Such as `database`, `disk` or `mail server`" }),
          ok: Type.Boolean({ description: "False for what has to be mended" }),
          says: Type.String({ description: "In plain words, without secrets" }),
        }),
      ),
      news: Type.Array(
        Type.Object({
          kind: Type.String({ description: "`Added`, `Changed` or `Fixed`" }),
          says: Type.String({ description: "Markdown in one line" }),
        }),
        { description: "What is new in this release" },
      ),
    }),
  ),
  errors: [],
  limits: { cost: 10 },
  examples: [{ name: "now" }],
  async run({ selfCheck }: SelfCheckDeps) {
    const { version, checkedAt, lines, news } = await selfCheck("trading");
    return {
      version,
      checked_at: toSeconds(checkedAt),
      checks: lines.map(({ what, isRight, says }) => ({ what, ok: isRight, says })),
      news: news.map(({ kind, says }) => ({ kind, says })),
    };
  },
});
