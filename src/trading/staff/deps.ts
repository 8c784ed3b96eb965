/** The dependencies of the jobs of staff. */
import type { StaffDesk } from "./store.ts";

export interface StaffDeps {
  readonly staffDesk: StaffDesk;
}
