/** Which columns of a plugin's table hold what: the plugins of the two games name them differently. */
import type { PluginKind } from "./plugin-record.ts";

export interface TableShape {
  /** The column of the account: a SteamID64 or an EOS id. */
  readonly account: string;
  /** The plugin's own columns by what they hold. The second was not there in old versions. */
  readonly first: string;
  readonly second: string | undefined;
}

/** Of ASE; of the permissions of ASA; of the shop of ASA. */
const ACCOUNT = ["SteamId", "EOS_Id", "EosId"] as const;

const HELD = {
  permissions: ["PermissionGroups", "TimedPermissionGroups"],
  arkshop: ["Points", "TotalSpent"],
} as const satisfies Record<PluginKind, readonly [string, string]>;

/**
 * Finds the plugin's columns among those of a table, without case. Answers a sentence where a required column is
 * missing, or where it is unclear which of two columns holds the account.
 */
export function shapeOf(plugin: PluginKind, columns: readonly string[]): TableShape | string {
  const find = (name: string): string | undefined =>
    columns.find((column) => column.toLowerCase() === name.toLowerCase());
  const [account, another] = ACCOUNT.map(find).filter((name) => name !== undefined);
  if (account === undefined) return `The table has none of the columns ${ACCOUNT.join(", ")}.`;
  if (another !== undefined) return `The table has both a column ${account} and a column ${another}.`;
  const [firstName, secondName] = HELD[plugin];
  const first = find(firstName);
  if (first === undefined) return `The table has no column ${firstName}.`;
  return { account, first, second: find(secondName) };
}

/** The columns to be read. */
export function columnsOf({ account, first, second }: TableShape): string[] {
  return [account, first, ...(second === undefined ? [] : [second])];
}
