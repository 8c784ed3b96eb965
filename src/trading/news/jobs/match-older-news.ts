import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { fromMillis } from "../../../kit/time/instant.ts";
import type { NewsDeps } from "../deps.ts";
import type { ArticlePlace } from "../store.ts";

/** What the request that followed a keyword did not wait for. Each part is a transaction of its own. */
export const matchOlderNews = job({
  name: "trading.matchOlderNews",
  about: "Finds a new keyword in the older articles of the last 30 days, beyond the newest 20,000.",
  input: Type.Object({
    termId: Type.Integer({ minimum: 1 }),
    since: Type.Number({ description: "Milliseconds since 1970" }),
    at: Type.String({ maxLength: 40 }),
    articleId: Type.Integer({ minimum: 0 }),
  }),
  retry: { maxAttempts: 5 },
  timeoutMs: 600_000,

  async run({ news }: Pick<NewsDeps, "news">, { termId, since, at, articleId }, { signal }) {
    let place: ArticlePlace | undefined = { at, id: articleId };
    while (place) {
      // Begun anew by another process: what was found is not found again.
      signal.throwIfAborted();
      place = await news.recordOlderMatches(termId, fromMillis(since), place);
    }
  },
});
