/** What the platform tells of itself. */
import type { AnyEndpoint } from "../../kit/endpoint/endpoint.ts";
import type { AnnouncementStore } from "./store.ts";

export type { AnnouncementStore } from "./store.ts";

export interface SystemDeps {
  readonly announcements: AnnouncementStore;
  /** Every operation that is served, for the list of them. */
  readonly operations: () => readonly AnyEndpoint[];
}
