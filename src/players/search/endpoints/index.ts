/** The endpoints of the search area. */
import { searchNames } from "./search-names.ts";

export const searchEndpoints = [searchNames] as const;
