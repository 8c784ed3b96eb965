import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { payArticleViews, type PayArticlesDeps } from "../pay-articles.ts";

/** Pays what last month's views have earned. */
export const payArticles = job({
  name: "trading.payArticles",
  about: "Pays authors for the views of their articles in the months that are over.",
  input: Type.Object({}),
  retry: { maxAttempts: 10 },
  timeoutMs: 900_000,

  run: (deps: PayArticlesDeps, _input, { signal }) => payArticleViews(deps, signal),
});
