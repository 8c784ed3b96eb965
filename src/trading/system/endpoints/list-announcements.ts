import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { pageOf, paging } from "../../shapes.ts";
import { announcement, showAnnouncement } from "../announcement.ts";
import type { AnnouncementDeps } from "../deps.ts";

export const listAnnouncements = endpoint({
  id: "system.listAnnouncements",
  method: ["GET", "POST"],
  path: "/system/list-announcements",
  auth: "public",
  summary: "List announcements",
  input: { params: Type.Object(paging) },
  output: json(pageOf("announcements", announcement)),
  errors: [],
  examples: [{ name: "newest" }, { name: "a page of nothing", body: { limit: 0 }, status: 422 }],
  async run({ announcements, clock }: AnnouncementDeps & ClockDeps, { input: { params } }) {
    const { items, total } = await announcements.list(rowsOf(params), clock.now());
    return { announcements: items.map(showAnnouncement), page: params.pagenumber, showing: items.length, total };
  },
});
