/** Pays for the views of the months that are over, article by article: what one fails for, the others do not wait for. */
import type { Clock } from "../../kit/time/clock.ts";
import { monthOf } from "./core/calendar.ts";
import type { ArticleRate } from "./core/earnings.ts";
import type { ArticleStore, UnpaidViews } from "./store.ts";

/** The dependencies of the job. */
export interface PayArticlesDeps {
  readonly articles: Pick<ArticleStore, "listUnpaid" | "pay" | "forgetReaders">;
  readonly articleRate: ArticleRate;
  readonly clock: Clock;
}

/** Safe to run at any time and any number of times: each article is paid once for a month. */
export async function payArticleViews(
  { articles, articleRate, clock }: PayArticlesDeps,
  signal: AbortSignal,
): Promise<void> {
  const thisMonth = monthOf(clock.now());
  const failures: unknown[] = [];
  let last: UnpaidViews | undefined;
  do {
    const batch = await articles.listUnpaid(thisMonth, last);
    for (const unpaid of batch) {
      signal.throwIfAborted();
      await articles.pay(unpaid, articleRate, clock.now()).catch((error: unknown) => failures.push(error));
    }
    last = batch.at(-1);
  } while (last);
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} articles could not be paid`);
}
