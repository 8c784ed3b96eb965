/** Which rights the file of an export came from: whoever opens it needs them still. */
import type { Caller } from "../../caller.ts";
import type { ExportRecord, ExportSystem } from "./export-record.ts";

type Reader = Pick<Caller, "rights">;

/** Whether a file that is made for a user has what only users see who see all strategies of the account. */
export function showsAccountTo({ rights }: Reader, system: ExportSystem): boolean {
  return system !== "news" && (rights === undefined || rights.viewAllProfiles);
}

/** Whether a user may still open its file. Of a file that an earlier release made, only news are known to need no right. */
export function mayOpen({ rights }: Reader, { system, file }: Pick<ExportRecord, "system" | "file">): boolean {
  if (rights === undefined || rights.viewAllProfiles || system === "news") return true;
  return file === null || file.showsAccount === false;
}
