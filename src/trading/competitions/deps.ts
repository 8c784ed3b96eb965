/** The dependencies of the endpoints and jobs of competitions. */
import type { CompetitionStore } from "./store.ts";

export interface CompetitionDeps {
  readonly competitions: CompetitionStore;
}
