import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, pageOf, seconds } from "../../shapes.ts";
import { broadcastPaging } from "../broadcast.ts";
import type { SubaccountDeps } from "../deps.ts";

const received = Type.Object(
  {
    id,
    title: Type.String(),
    body: Type.String(),
    was_read: Type.Boolean({ description: "Whether its present text had been listed before" }),
    time_created: seconds,
    last_updated: seconds,
  },
  { title: "ReceivedBroadcast" },
);

export const broadcasts = endpoint({
  id: "subaccounts.broadcasts",
  method: ["GET", "POST"],
  path: "/user/broadcasts",
  auth: "user",
  beyondSpec: true,
  summary: "Messages from the main account to this sub-account",
  description: "Listing them marks those shown as read. A main account has none.",
  input: { params: Type.Object(broadcastPaging) },
  output: json(pageOf("broadcasts", received)),
  errors: [],
  examples: [
    { name: "the newest", query: { limit: "5" } },
    { name: "a page that is too long", query: { limit: "5000" }, status: 422 },
  ],

  async run({ subaccounts, clock }: SubaccountDeps & ClockDeps, { input: { params }, actor }) {
    const { pagenumber } = params;
    const page = rowsOf(params);
    const { entries, total } = await subaccounts.readBroadcasts(actor.uid, page, clock.now());
    const shown = entries.map((entry) => ({
      id: String(entry.id),
      title: entry.title,
      body: entry.body,
      was_read: entry.wasRead,
      time_created: toSeconds(entry.createdAt),
      last_updated: toSeconds(entry.updatedAt),
    }));
    return { broadcasts: shown, page: pagenumber, showing: shown.length, total };
  },
});
