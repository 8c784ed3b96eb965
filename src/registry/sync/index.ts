/** The door of the sync area. */
import type { ReadModel } from "../servers/index.ts";

export interface SyncDeps {
  readonly model: ReadModel;
}

export const syncSettings = {};
