import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import type { NewsDeps } from "../deps.ts";
import { newsErrors } from "../errors.ts";

export const deleteFeed = endpoint({
  id: "news.deleteFeed",
  method: ["GET", "POST"],
  path: "/public/trending-news-feed-delete",
  auth: "change",
  summary: "Revoke the address at which feed readers find the articles of a keyword",
  description: "From now on it is answered as an address that there never was. The keyword stays.",
  input: { params: Type.Object({ keywordid: id }) },
  output: json(mutation({})),
  errors: [newsErrors.noFeed],
  beyondSpec: true,
  examples: [
    { name: "of a keyword", body: { keywordid: "1000001" } },
    { name: "of a keyword without one", body: { keywordid: "1" }, status: 404 },
    { name: "without what it needs", body: {}, status: 422 },
  ],

  async run({ news, clock }: NewsDeps & ClockDeps, { input: { params }, actor }) {
    const { keywordid } = params;
    if (!(await news.removeFeed(actor, Number(keywordid), clock.now()))) throw newsErrors.noFeed({ id: keywordid });
    return { status: true as const, id: keywordid, message: "The address is revoked" };
  },
});
