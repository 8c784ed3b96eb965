/** What endpoints and jobs may ask of the tape. */
import type { Tape } from "./tape.ts";

export interface TapeDeps {
  readonly tape: Tape;
}
