import { accountPnl } from "./account-pnl.ts";
import { adminCredit } from "./admin-credit.ts";
import { adminRefund } from "./admin-refund.ts";
import { importOrdersList } from "./import-orders-list.ts";
import { importOrdersSettings } from "./import-orders-settings.ts";
import { listCommissionsPaid } from "./list-commissions-paid.ts";
import { listRecentTransactions } from "./list-recent-transactions.ts";
import { listTopStrategyPnl } from "./list-top-strategy-pnl.ts";

export const ledgerEndpoints = [
  accountPnl,
  adminCredit,
  adminRefund,
  importOrdersList,
  importOrdersSettings,
  listCommissionsPaid,
  listRecentTransactions,
  listTopStrategyPnl,
];
