/** The dependencies of the endpoints and jobs of the tape. */
import type { Tape } from "./tape.ts";

export interface TapeDeps {
  readonly tape: Tape;
}
