/** The dependencies of the endpoints and jobs of exports. */
import type { ExportStore } from "./store.ts";

export interface ExportDeps {
  readonly exportStore: ExportStore;
}
