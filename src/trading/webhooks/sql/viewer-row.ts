/** What a user sees of the events of its account, from the rows of the user and of the plan that the account has. */
import { countedRightsOfRow, type RightsRow } from "../../access/index.ts";
import type { Viewer } from "../core/happening.ts";
import { viewerOf } from "../view.ts";

/** Of `trading.users`, and of `trading.subscriptions` for the main account. */
export interface ViewerRow extends RightsRow {
  readonly uid: number;
  readonly owner_uid: number;
}

export function viewerOfRow(row: ViewerRow): Viewer {
  return viewerOf({ uid: row.uid, ownerUid: row.owner_uid, rights: countedRightsOfRow(row) });
}
