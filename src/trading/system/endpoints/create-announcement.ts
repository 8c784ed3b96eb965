import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { fromSeconds, toSeconds, type Instant } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation, NOT_BLANK, sentSeconds } from "../../shapes.ts";
import { category } from "../announcement.ts";
import { unfitParameter } from "../../refuse-parameters.ts";
import type { AnnouncementDeps } from "../deps.ts";
import type { NewAnnouncement } from "../store.ts";

export const createAnnouncement = endpoint({
  id: "system.createAnnouncement",
  method: "POST",
  path: "/system/create-announcement",
  auth: "admin",
  beyondSpec: true,
  summary: "Announce something",
  description: "Maintenance with its times is also in everyone's schedule (calendar/list-schedule).",
  input: {
    params: Type.Object({
      title: Type.String({ minLength: 3, maxLength: 200, pattern: NOT_BLANK }),
      body: Type.String({ minLength: 3, maxLength: 10_000, pattern: NOT_BLANK }),
      category,
      severity: Type.Enum(["info", "warning", "critical"], { default: "info" }),
      expires_at: Type.Optional({
        ...sentSeconds,
        description: "Seconds since 1970: not shown afterwards. Default: the end of planned maintenance, else never",
      }),
      starts_at: Type.Optional({ ...sentSeconds, description: "Seconds since 1970: when planned maintenance begins" }),
      ends_at: Type.Optional({ ...sentSeconds, description: "Seconds since 1970: when it ends. Default: open" }),
    }),
  },
  output: json(mutation({})),
  errors: [],
  examples: [
    {
      name: "an hour without service",
      body: { title: "Maintenance", body: "No service from 3 to 4 UTC.", category: "maintenance" },
    },
    {
      name: "maintenance that is planned",
      body: { title: "New disks", body: "No orders are taken.", category: "maintenance", starts_at: 1_924_905_600 },
    },
    { name: "nothing to say", body: {}, status: 422 },
  ],
  async run({ announcements, clock }: AnnouncementDeps & ClockDeps, { input: { params } }) {
    const { title, body, category: kind, severity } = params;
    const now = clock.now();
    const times = timesOf(params, toSeconds(now));
    const id = await announcements.add({
      title,
      body,
      category: kind,
      severity,
      createdAt: now,
      ...times,
    });
    return { status: true as const, id, message: "The announcement is shown." };
  },
});

interface Sent {
  readonly category: NewAnnouncement["category"];
  readonly expires_at?: number;
  readonly starts_at?: number;
  readonly ends_at?: number;
}

function timesOf(sent: Sent, now: number): Pick<NewAnnouncement, "expiresAt" | "startsAt" | "endsAt"> {
  const { starts_at: starts, ends_at: ends, expires_at: expires = ends } = sent;
  if (starts !== undefined && sent.category !== "maintenance") {
    throw unfitParameter("starts_at", "category", "is for the category maintenance");
  }
  if (ends !== undefined && (starts === undefined || ends <= starts)) {
    throw unfitParameter("ends_at", "span", "must be after starts_at");
  }
  if (expires !== undefined && expires <= Math.max(now, starts ?? 0)) {
    throw unfitParameter("expires_at", "span", "must be in the future, and after starts_at");
  }
  return { expiresAt: instantOf(expires), startsAt: instantOf(starts), endsAt: instantOf(ends) };
}

function instantOf(seconds: number | undefined): Instant | null {
  return seconds === undefined ? null : fromSeconds(seconds);
}
