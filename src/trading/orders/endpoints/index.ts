/** The endpoints of the orders area: what is asked of exchanges directly. */
import { createQuery } from "./create-query.ts";
import { deleteExchangeQuery } from "./delete-exchange-query.ts";
import { listBalances } from "./list-balances.ts";
import { listClosedOrders } from "./list-closed-orders.ts";
import { listExchangeQueries } from "./list-exchange-queries.ts";
import { listExchangeRequests } from "./list-exchange-requests.ts";
import { listOpenOrders } from "./list-open-orders.ts";
import { orderCancel } from "./order-cancel.ts";
import { orderCheck } from "./order-check.ts";
import { orderCreate } from "./order-create.ts";

export const orderEndpoints = [
  listExchangeQueries,
  listExchangeRequests,
  createQuery,
  deleteExchangeQuery,
  orderCreate,
  listBalances,
  listClosedOrders,
  listOpenOrders,
  orderCancel,
  orderCheck,
];
