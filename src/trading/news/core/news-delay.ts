/** How late news are pushed, and shown in feeds, to an account without a subscription and to callers without a key. */
import { MINUTE_MS } from "../../../kit/time/spans.ts";

export const LATE_NEWS_MS = MINUTE_MS;
