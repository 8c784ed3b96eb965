/** All parsers that are tried, and those that are not. */
import { KIT_PARSERS } from "./kit-parsers.ts";
import type { Parser } from "./parser.ts";
import { PLAYERS_PARSERS } from "./players-parsers.ts";
import { REGISTRY_PARSERS } from "./registry-parsers.ts";
import { TRADING_PARSERS } from "./trading-parsers.ts";

export const PARSERS: readonly Parser[] = [...KIT_PARSERS, ...PLAYERS_PARSERS, ...REGISTRY_PARSERS, ...TRADING_PARSERS];

/** Exported parsers that are not in the table, and why. */
export const NOT_TIMED: Readonly<Record<string, string>> = {
  parseNewsFile: "reads the operator's own file of sources, of at most 1 MiB, with the library yaml",
  readNewsFile: "takes the path of a file",
  parseYamlTree: "reads the operator's own cluster file, of at most 1 MiB, with the library yaml",
  readClusterFile: "reads the operator's own cluster file, of at most 1 MiB, with the library yaml",
  readConfigFile: "takes the path of a file",
  readPresentFile: "takes the path of a file",
  readMailLink: "reads the address in the user's own browser, at most 541 characters of it",
  readRenewal: "reads what this server has sealed in a cookie",
  readPersonId: "only wraps parsePersonId, which is timed",
  parseCount: "reads an option of the operator's own command line",
  readEnvironmentFile: "takes the path of a file",
  readSmallFile: "takes the path of a file",
  readCaFile: "takes the path of a file",
  readSqlite: "takes the path of a file",
  readWorld: "takes the path of a file",
  readAsaWorld: "takes the path of a file",
  readWorldProfile: "takes a file of a save; its text is the name of the file",
  readWorldTribe: "takes a file of a save; its text is the name of the file",
};
