import { accountPnl } from "./account-pnl.ts";
import { importOrdersList } from "./import-orders-list.ts";
import { importOrdersSettings } from "./import-orders-settings.ts";
import { listTopStrategyPnl } from "./list-top-strategy-pnl.ts";

export const tradeEndpoints = [accountPnl, importOrdersList, importOrdersSettings, listTopStrategyPnl];
