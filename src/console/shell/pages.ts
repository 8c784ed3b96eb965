/** All pages of the console: where each is, who needs it, and where the code for it is. The navigation is made of this. */
import type { ComponentType } from "preact";
import type { ServiceName } from "../live/about.ts";
import { texts } from "../say.ts";
import { PLAYERS_PAGES } from "../pages/players/pages.ts";
import { REGISTRY_PAGES } from "../pages/registry/pages.ts";
import { TRADING_PAGES } from "../pages/trading/pages.ts";

/** Whom a page is for: everybody, or who is signed in, or who has such a right. Others do not see it in the navigation. */
export type Needs = "nothing" | "session" | "history" | "staff" | "admin";

/** What stands in the places of the path. */
export interface PageProps {
  readonly params: Readonly<Record<string, string>>;
}

export interface PageEntry {
  /** Below `/console`, with `:name` for what varies. */
  readonly path: string;
  /** In the navigation; a page without one is reached by links of others. */
  readonly title?: string;
  readonly needs?: Needs;
  /** Loads the code of the page. */
  readonly view: () => Promise<ComponentType<PageProps>>;
}

export interface ServicePages {
  readonly service: ServiceName;
  readonly title: string;
  readonly pages: readonly PageEntry[];
}

export const SERVICE_PAGES: readonly ServicePages[] = [
  { service: "registry", title: texts.registry.title, pages: REGISTRY_PAGES },
  { service: "players", title: texts.players.title, pages: PLAYERS_PAGES },
  { service: "trading", title: texts.trading.title, pages: TRADING_PAGES },
];
