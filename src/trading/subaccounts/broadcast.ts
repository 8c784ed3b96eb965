/** A broadcast as requests describe it and as answers show it. */
import { Type, type Static } from "typebox";
import { toSeconds } from "../../kit/time/instant.ts";
import { id, paging, seconds } from "../shapes.ts";
import type { StoredBroadcast } from "./store.ts";
import { LINE } from "./subaccount.ts";

/** How many broadcasts an owner may keep at a time. */
export const MAX_BROADCASTS = 500;

/** Pages of broadcasts are shorter than others: each brings its whole text. */
export const broadcastPaging = {
  ...paging,
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 10, description: "Messages on a page" }),
} as const;

export const broadcastText = {
  title: Type.String({ minLength: 5, maxLength: 200, pattern: LINE }),
  body: Type.String({ minLength: 5, maxLength: 10_000, pattern: "^\\s*[^\\s\\u0000][^\\u0000]*$" }),
} as const;

export const broadcast = Type.Object(
  {
    id,
    title: Type.String(),
    body: Type.String(),
    recipients: Type.Integer({ minimum: 0, description: "Sub-accounts that there were when it was sent" }),
    read_by: Type.Integer({ minimum: 0, description: "How many of them have read its present text" }),
    time_created: seconds,
    last_updated: seconds,
  },
  { title: "Broadcast" },
);

/** A broadcast as its sender sees it. */
export function viewBroadcast(stored: StoredBroadcast): Static<typeof broadcast> {
  return {
    id: String(stored.id),
    title: stored.title,
    body: stored.body,
    recipients: stored.recipients,
    read_by: stored.readBy,
    time_created: toSeconds(stored.createdAt),
    last_updated: toSeconds(stored.updatedAt),
  };
}
