/** The events of webhooks, and which webhooks get them. */
import { coversAny } from "../../../kit/text/name-pattern.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { BanChange } from "../../platform/index.ts";
import type { Transition } from "../../presence/index.ts";

/** An event of a webhook. */
export const WEBHOOK_EVENTS = ["join", "leave", "tribe", "ban"] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** A player is in another tribe now than before; null for none. */
export interface TribeChange {
  readonly playerId: bigint;
  /** Null when the save names no account. */
  readonly platformId: string | null;
  readonly characterName: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly at: Instant;
}

interface Visit {
  readonly at: Instant;
  readonly platformId: string;
  /** As the server's list has it; may be empty. */
  readonly name: string;
  readonly server: string;
}

/** An event for webhooks. `from` and `to` of a visit are the other server of a move. */
export type Happening =
  | (Visit & { readonly event: "join"; readonly from: string | null })
  | (Visit & { readonly event: "leave"; readonly to: string | null })
  | (TribeChange & { readonly event: "tribe" })
  | { readonly event: "ban"; readonly at: Instant; readonly platformId: string; readonly change: BanChange };

/**
 * A transition, as listeners see it. A move is two events, so that a follower of one server sees each of its players
 * come and go: a leave there, then a join here, each of which names the other server.
 */
export function happeningsOf(transition: Transition): Happening[] {
  const { at, platformId, name, server } = transition;
  switch (transition.kind) {
    case "joined":
      return [{ event: "join", at, platformId, name, server, from: null }];
    case "left":
      return [{ event: "leave", at, platformId, name, server, to: null }];
    case "moved":
      return [
        { event: "leave", at, platformId, name, server: transition.from, to: server },
        { event: "join", at, platformId, name, server, from: transition.from },
      ];
  }
}

const PATTERN = /^(?:\*|server\/[a-z0-9][a-z0-9_-]{0,31}|tribe\/([1-9]\d{0,9}))$/;
const MAX_TRIBE_ID = 2_147_483_647;

/** Whether a text can be a webhook's pattern: `*`, `server/KEY` or `tribe/ID`. */
export function isPattern(text: string): boolean {
  const found = PATTERN.exec(text);
  return found !== null && Number(found[1] ?? 0) <= MAX_TRIBE_ID;
}

/** Whether some of these events can happen where a pattern says. */
export function isTellable(pattern: string, events: readonly string[]): boolean {
  return !pattern.startsWith("server/") || events.includes("join") || events.includes("leave");
}

/**
 * Whether a webhook with a pattern receives an event. `server/KEY` receives joins and leaves there. `tribe/ID`
 * receives its arrivals and departures, and everything that happens to its members: `tribe` is the player's, if there
 * is one.
 */
export function isTold(pattern: string, happening: Happening, tribe: number | null): boolean {
  return coversAny(pattern, namesOf(happening, tribe));
}

/** Where something happened, in the words of patterns. */
function namesOf(happening: Happening, tribe: number | null): string[] {
  const tribes = happening.event === "tribe" ? [happening.from, happening.to] : [tribe];
  const server = happening.event === "join" || happening.event === "leave" ? [`server/${happening.server}`] : [];
  return [...server, ...tribes.filter((id) => id !== null).map((id) => `tribe/${id}`)];
}
