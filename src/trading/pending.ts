/** What an operation answers whose part of the platform is not built in yet: 501, never something invented. */
import type { AnyEndpoint } from "../kit/endpoint/endpoint.ts";
import { errors } from "../kit/errors/catalogue.ts";

export const pendingErrors = errors("pending", {
  news: {
    status: 501,
    says: "{operation} needs sources of news, which this version does not have yet",
    code: "5101",
  },
  engine: {
    status: 501,
    says: "{operation} needs the strategy engine, which this version does not have yet",
    code: "5102",
  },
});

/** Last sentence of the description of every operation that waits for the strategy engine. */
export const PENDING_NOTE = "Answers 501 until the strategy engine is there.";

/** Last sentence of the description of every operation that waits for sources of news. */
export const PENDING_NEWS_NOTE = "Answers 501 until sources of news are there.";

/** Whether an operation is declared, and answers 501 so far. */
export function isPending({ description = "" }: AnyEndpoint): boolean {
  return description.endsWith(PENDING_NOTE) || description.endsWith(PENDING_NEWS_NOTE);
}
