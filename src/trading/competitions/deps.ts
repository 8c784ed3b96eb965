/** What endpoints and jobs may ask of competitions. */
import type { CompetitionStore } from "./store.ts";

export interface CompetitionDeps {
  readonly competitions: CompetitionStore;
}
