/** The dependencies of the endpoints and jobs of the platform itself. */
import type { SelfCheck } from "../../kit/checks/self-check.ts";
import type { AnyEndpoint } from "../../kit/endpoint/endpoint.ts";
import type { AnnouncementStore } from "./store.ts";

export interface AnnouncementDeps {
  readonly announcements: AnnouncementStore;
}

export interface OperationDeps {
  /** Every operation that is served, for the list of them. */
  readonly operations: () => readonly AnyEndpoint[];
}

export interface SelfCheckDeps {
  readonly selfCheck: SelfCheck;
}
