import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { pageOf, paging } from "../../shapes.ts";
import { announcement, showAnnouncement } from "../announcement.ts";

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
  async run({ announcements, clock }, { input: { params } }) {
    const { items, total } = await announcements.list(params, clock.now());
    return { announcements: items.map(showAnnouncement), page: params.pagenumber, showing: items.length, total };
  },
});
