import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { id, mutation } from "../../shapes.ts";
import type { AnnouncementDeps } from "../deps.ts";
import { systemErrors } from "../errors.ts";

export const deleteAnnouncement = endpoint({
  id: "system.deleteAnnouncement",
  method: "POST",
  path: "/system/delete-announcement",
  auth: "admin",
  beyondSpec: true,
  summary: "Take an announcement back",
  input: { params: Type.Object({ id }) },
  output: json(mutation({})),
  errors: [systemErrors.announcementNotFound],
  examples: [
    { name: "the first one", body: { id: "1" } },
    { name: "one that is not there", body: { id: "999999" }, status: 404 },
  ],
  async run({ announcements }: AnnouncementDeps, { input: { params } }) {
    if (!(await announcements.remove(params.id))) throw systemErrors.announcementNotFound({ id: params.id });
    return { status: true as const, id: params.id, message: "The announcement is gone." };
  },
});
