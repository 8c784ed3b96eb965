import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { fromSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation, NOT_BLANK, seconds } from "../../shapes.ts";
import { category } from "../announcement.ts";
import type { AnnouncementDeps } from "../deps.ts";

export const createAnnouncement = endpoint({
  id: "system.createAnnouncement",
  method: "POST",
  path: "/system/create-announcement",
  auth: "admin",
  beyondSpec: true,
  summary: "Announce something",
  input: {
    params: Type.Object({
      title: Type.String({ minLength: 3, maxLength: 200, pattern: NOT_BLANK }),
      body: Type.String({ minLength: 3, maxLength: 10_000, pattern: NOT_BLANK }),
      category,
      severity: Type.Enum(["info", "warning", "critical"], { default: "info" }),
      expires_at: Type.Optional(seconds),
    }),
  },
  output: json(mutation({})),
  errors: [],
  examples: [
    {
      name: "an hour without service",
      body: { title: "Maintenance", body: "No service from 3 to 4 UTC.", category: "maintenance" },
    },
    { name: "nothing to say", body: {}, status: 422 },
  ],
  async run({ announcements, clock }: AnnouncementDeps & ClockDeps, { input: { params } }) {
    const { title, body, expires_at: expires } = params;
    const id = await announcements.add({
      title,
      body,
      category: params.category,
      severity: params.severity,
      createdAt: clock.now(),
      expiresAt: expires === undefined ? null : fromSeconds(expires),
    });
    return { status: true as const, id, message: "The announcement is shown." };
  },
});
