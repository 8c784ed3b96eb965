/** The input of every change of a server, and how the change becomes visible. */
import type { Clock } from "../../kit/time/clock.ts";
import type { Instant } from "../../kit/time/instant.ts";
import type { Entry } from "./core/entry.ts";
import { invariant } from "../../kit/errors/invariant.ts";
import type { ReadModel } from "./read-model.ts";
import type { StorageAllowance } from "./storage-allowance.ts";
import type { Author, LockedServer, ServerEvent, ServerStore } from "./store.ts";

export interface ChangeDeps {
  readonly servers: ServerStore;
  readonly model: ReadModel;
  readonly clock: Clock;
  readonly storage: Pick<StorageAllowance, "forDocuments" | "forStatuses">;
}

/** Who requests a change, and in which request. */
export interface ChangeContext {
  readonly author: Author;
  readonly requestId: string;
}

/** An instant after everything that the server has seen, so that its last change is always its newest. */
export function changeInstant(clock: Clock, before: Instant): Instant {
  return Math.max(clock.now(), before + 1) as Instant;
}

export function eventOf(
  event: ServerEvent["event"],
  server: LockedServer,
  version: string | null,
  at: string,
  latestVersion: string,
  more: Readonly<Record<string, unknown>> = {},
): ServerEvent {
  return { event, payload: { event, at, server: server.name, version, latestVersion, ...more } };
}

/** The entry of a version that was just written, as readers now see it. */
export function shown(model: ReadModel, name: string, version: string): Entry {
  const entry = model.catalogue.findVersion(name, version);
  invariant(entry, "a version that was written is in the catalogue");
  return entry;
}
