import { Type } from "typebox";
import { CHECK_DESCRIPTION } from "../../../kit/checks/self-check.ts";
import { json } from "../../../kit/endpoint/output.ts";
import { shownTime, shownTimestamp } from "../../directory/index.ts";
import { endpoint } from "../../endpoint.ts";

const report = Type.Object(
  {
    Version: Type.String({ description: "Of the program" }),
    CheckedAt: shownTimestamp,
    Checks: Type.Array(
      Type.Object(
        {
          What: Type.String({ description: "Such as `database`, `disk` or `steam`" }),
          Ok: Type.Boolean({ description: "False for what has to be mended" }),
          Says: Type.String({ description: "In plain words, without secrets" }),
        },
        { title: "Check", additionalProperties: false },
      ),
    ),
    News: Type.Array(
      Type.Object(
        {
          Kind: Type.String({ description: "`Added`, `Changed` or `Fixed`" }),
          Says: Type.String({ description: "Markdown in one line" }),
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
  path: "/Check",
  auth: "admin",
  beyondSpec: true,
  summary: "What works, what does not, and what is new",
  description: CHECK_DESCRIPTION,
  input: {},
  output: json(report),
  errors: [],
  limits: { cost: 10 },
  examples: [{ name: "now" }],
  async run({ selfCheck }) {
    const { version, checkedAt, lines, news } = await selfCheck("players");
    return {
      Version: version,
      CheckedAt: shownTime(checkedAt),
      Checks: lines.map(({ what, isRight, says }) => ({ What: what, Ok: isRight, Says: says })),
      News: news.map(({ kind, says }) => ({ Kind: kind, Says: says })),
    };
  },
});
