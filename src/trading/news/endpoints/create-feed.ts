import { Type } from "typebox";
import { hashSecret } from "../../../kit/auth/hash-secret.ts";
import { json } from "../../../kit/endpoint/output.ts";
import { publicApiUrl } from "../../charts/index.ts";
import { endpoint } from "../../endpoint.ts";
import type { ApiUrlDeps, ClockDeps, RandomDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import type { NewsDeps } from "../deps.ts";
import { newsErrors } from "../errors.ts";

const TOKEN_BYTES = 32;

export const createFeed = endpoint({
  id: "news.createFeed",
  method: ["GET", "POST"],
  path: "/public/trending-news-feed-create",
  auth: "change",
  summary: "Make an address at which feed readers find the articles of a keyword",
  description:
    "RSS 2.0, of a keyword of your own. The address holds a secret and is shown once: anyone with it can read the feed without a " +
    "key. A keyword has one address: a new one takes the place of the one before. public/trending-news-list-my-keywords shows " +
    "which keywords have one, and when it was read.",
  input: {
    params: Type.Object({ keywordid: id }),
    headers: Type.Object({
      host: Type.Optional(Type.String({ maxLength: 300 })),
      "x-forwarded-proto": Type.Optional(Type.String({ maxLength: 100 })),
    }),
  },
  output: json(mutation({ url: Type.String({ description: "Shown once" }) })),
  errors: [newsErrors.keywordNotFound],
  beyondSpec: true,
  examples: [
    { name: "of a keyword", body: { keywordid: "1000001" } },
    { name: "unknown keyword", body: { keywordid: "1" }, status: 404 },
    { name: "without what it needs", body: {}, status: 422 },
  ],

  async run(deps: NewsDeps & RandomDeps & ApiUrlDeps & ClockDeps, { input: { params, headers }, actor }) {
    const { news, random, apiUrl, clock } = deps;
    const { keywordid } = params;
    const token = Buffer.from(random.bytes(TOKEN_BYTES)).toString("base64url");
    if (!(await news.setFeed(actor, Number(keywordid), hashSecret(token), clock.now()))) {
      throw newsErrors.keywordNotFound({ id: keywordid });
    }
    return {
      status: true as const,
      id: keywordid,
      message: "Keep the address secret: it is not shown again",
      url: `${publicApiUrl(apiUrl, headers)}/public/trending-news-feed/${token}`,
    };
  },
});
