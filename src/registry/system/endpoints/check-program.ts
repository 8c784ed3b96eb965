import { Type } from "typebox";
import { CHECK_DESCRIPTION } from "../../../kit/checks/self-check.ts";
import { json } from "../../../kit/endpoint/output.ts";
import { formatInstant } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";

const report = Type.Object(
  {
    version: Type.String({ description: "Of the program" }),
    checkedAt: Type.String({ description: "RFC 3339, UTC" }),
    checks: Type.Array(
      Type.Object(
        {
          what: Type.String({ description: "Such as `database`, `disk` or `upstream`" }),
          ok: Type.Boolean({ description: "False for what has to be mended" }),
          says: Type.String({ description: "In plain words, without secrets" }),
        },
        { title: "Check", additionalProperties: false },
      ),
    ),
    news: Type.Array(
      Type.Object(
        {
          kind: Type.String({ description: "`Added`, `Changed` or `Fixed`" }),
          says: Type.String({ description: "Markdown in one line" }),
        },
        { title: "News", additionalProperties: false },
      ),
      { description: "What is new in this release" },
    ),
  },
  { title: "ProgramReport", additionalProperties: false },
);

/** The report of `tripod check`, for the running program. */
export const checkProgram = endpoint({
  id: "system.checkProgram",
  method: "GET",
  path: "/admin/check",
  auth: "admin",
  summary: "What works, what does not, and what is new",
  description: CHECK_DESCRIPTION,
  input: {},
  output: json(report),
  errors: [],
  limits: { cost: 10 },
  beyondSpec: true,
  examples: [{ name: "now" }],

  async run({ selfCheck }) {
    const { version, checkedAt, lines, news } = await selfCheck("registry");
    return {
      version,
      checkedAt: formatInstant(checkedAt),
      checks: lines.map(({ what, isRight: ok, says }) => ({ what, ok, says })),
      news: news.map(({ kind, says }) => ({ kind, says })),
    };
  },
});
