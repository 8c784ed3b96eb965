import { adminCredit } from "./admin-credit.ts";
import { adminRefund } from "./admin-refund.ts";
import { listCommissionsPaid } from "./list-commissions-paid.ts";
import { listRecentTransactions } from "./list-recent-transactions.ts";

export const ledgerEndpoints = [adminCredit, adminRefund, listCommissionsPaid, listRecentTransactions];
