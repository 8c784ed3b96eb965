import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { id, mutation } from "../../shapes.ts";
import type { NewsDeps } from "../deps.ts";
import { newsErrors } from "../errors.ts";

export const removeKeyword = endpoint({
  id: "news.removeKeyword",
  method: ["GET", "POST"],
  path: "/public/trending-news-remove-keyword",
  auth: "change",
  summary: "Stop following a keyword",
  input: { params: Type.Object({ keywordid: id }) },
  output: json(mutation({})),
  errors: [newsErrors.keywordNotFound],
  examples: [
    { name: "a keyword", body: { keywordid: "1000001" } },
    { name: "unknown keyword", body: { keywordid: "1" }, status: 404 },
    { name: "without what it needs", body: {}, status: 422 },
  ],

  async run({ news }: NewsDeps, { input: { params }, actor }) {
    const { keywordid } = params;
    if (!(await news.removeKeyword(actor.uid, Number(keywordid)))) throw newsErrors.keywordNotFound({ id: keywordid });
    return { status: true as const, id: keywordid, message: "The keyword is no longer followed" };
  },
});
