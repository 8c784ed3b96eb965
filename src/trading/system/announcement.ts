/** An announcement as it is shown. */
import { Type, type Static } from "typebox";
import { toSeconds, type Instant } from "../../kit/time/instant.ts";
import { id, seconds } from "../shapes.ts";
import type { Announcement } from "./store.ts";

export const category = Type.Enum(["maintenance", "release", "exchange", "security"]);
const time = Type.Union([seconds, Type.Null()]);
const severity = Type.Enum(["info", "warning", "critical"]);

export const announcement = Type.Object(
  {
    id,
    title: Type.String(),
    body: Type.String(),
    category,
    severity,
    time_created: seconds,
    expires_at: time,
    starts_at: { ...time, description: "When planned maintenance begins" },
    ends_at: { ...time, description: "When planned maintenance ends; null where that is open" },
  },
  { title: "Announcement" },
);

export function showAnnouncement(shown: Announcement): Static<typeof announcement> {
  const { createdAt, expiresAt, startsAt, endsAt, ...rest } = shown;
  return {
    ...rest,
    time_created: toSeconds(createdAt),
    expires_at: secondsOf(expiresAt),
    starts_at: secondsOf(startsAt),
    ends_at: secondsOf(endsAt),
  };
}

function secondsOf(at: Instant | null): number | null {
  return at === null ? null : toSeconds(at);
}
