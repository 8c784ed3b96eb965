/** The pages of the player lookup. */
import type { PageEntry } from "../../shell/pages.ts";

export const PLAYERS_PAGES: readonly PageEntry[] = [];
