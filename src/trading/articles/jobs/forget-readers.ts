import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { utcDay } from "../../../kit/time/instant.ts";
import type { PayArticlesDeps } from "../pay-articles.ts";

/** Forgets who has read what, once the day is over. */
export const forgetReaders = job({
  name: "trading.forgetReaders",
  about: "Forgets the hashes of yesterday's readers of articles, and the salt that they were made with.",
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 600_000,

  async run({ articles, clock }: PayArticlesDeps, _input, { signal }) {
    const today = utcDay(clock.now());
    while (!signal.aborted && (await articles.forgetReaders(today)) > 0);
  },
});
