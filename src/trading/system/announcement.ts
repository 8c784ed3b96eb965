/** An announcement as it is shown. */
import { Type, type Static } from "typebox";
import { toSeconds } from "../../kit/time/instant.ts";
import { id, seconds } from "../shapes.ts";
import type { Announcement } from "./store.ts";

export const category = Type.Enum(["maintenance", "release", "exchange", "security"]);
const severity = Type.Enum(["info", "warning", "critical"]);

export const announcement = Type.Object(
  {
    id,
    title: Type.String(),
    body: Type.String(),
    category,
    severity,
    time_created: seconds,
    expires_at: Type.Union([seconds, Type.Null()]),
  },
  { title: "Announcement" },
);

export function showAnnouncement({ createdAt, expiresAt, ...rest }: Announcement): Static<typeof announcement> {
  return { ...rest, time_created: toSeconds(createdAt), expires_at: expiresAt === null ? null : toSeconds(expiresAt) };
}
