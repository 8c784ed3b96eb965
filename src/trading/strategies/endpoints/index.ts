/** The endpoints of the strategies area. */
import { addWatchlistItem } from "./add-watchlist-item.ts";
import { books } from "./books.ts";
import { createProfile } from "./create-profile.ts";
import { createTab } from "./create-tab.ts";
import { dataDebug } from "./data-debug.ts";
import { dataList } from "./data-list.ts";
import { deleteProfile } from "./delete-profile.ts";
import { deleteTab } from "./delete-tab.ts";
import { deleteTemplate } from "./delete-template.ts";
import { deleteWatchlistItem } from "./delete-watchlist-item.ts";
import { duplicateStrategy } from "./duplicate-strategy.ts";
import { editComponent } from "./edit-component.ts";
import { editOrder } from "./edit-order.ts";
import { editProfile } from "./edit-profile.ts";
import { editTab } from "./edit-tab.ts";
import { hardReset } from "./hard-reset.ts";
import { highLevelOverview } from "./high-level-overview.ts";
import { listAlgorithms } from "./list-algorithms.ts";
import { listExchanges } from "./list-exchanges.ts";
import { listProfiles } from "./list-profiles.ts";
import { listStrategies } from "./list-strategies.ts";
import { listStrategyOptions } from "./list-strategy-options.ts";
import { listStrategyTransactions } from "./list-strategy-transactions.ts";
import { listTemplates } from "./list-templates.ts";
import { listWatchlist } from "./list-watchlist.ts";
import { saveTemplate } from "./save-template.ts";
import { softStop } from "./soft-stop.ts";
import { start } from "./start.ts";
import { stop } from "./stop.ts";
import { stopAllStrategies } from "./stop-all-strategies.ts";

export const strategyEndpoints = [
  createTab,
  createProfile,
  editProfile,
  editComponent,
  highLevelOverview,
  hardReset,
  dataList,
  listAlgorithms,
  listExchanges,
  listProfiles,
  dataDebug,
  saveTemplate,
  listTemplates,
  start,
  stop,
  softStop,
  listStrategies,
  listStrategyTransactions,
  stopAllStrategies,
  listStrategyOptions,
  duplicateStrategy,
  editOrder,
  books,
  deleteProfile,
  editTab,
  deleteTab,
  deleteTemplate,
  addWatchlistItem,
  listWatchlist,
  deleteWatchlistItem,
];
