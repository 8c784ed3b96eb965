/** What endpoints and jobs may ask of exports. */
import type { ExportStore } from "./store.ts";

export interface ExportDeps {
  readonly exportStore: ExportStore;
}
