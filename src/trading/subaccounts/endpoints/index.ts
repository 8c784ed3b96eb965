/** The endpoints of the sub-accounts area. */
import { broadcastCreate } from "./broadcast-create.ts";
import { broadcastDelete } from "./broadcast-delete.ts";
import { broadcastEdit } from "./broadcast-edit.ts";
import { broadcastList } from "./broadcast-list.ts";
import { broadcasts } from "./broadcasts.ts";
import { subaccountAccessHistory } from "./subaccount-access-history.ts";
import { subaccountCreate } from "./subaccount-create.ts";
import { subaccountDelete } from "./subaccount-delete.ts";
import { subaccountEdit } from "./subaccount-edit.ts";
import { subaccountList } from "./subaccount-list.ts";

export const subaccountEndpoints = [
  subaccountCreate,
  subaccountEdit,
  subaccountList,
  subaccountAccessHistory,
  broadcastCreate,
  broadcastEdit,
  broadcastList,
  broadcasts,
  broadcastDelete,
  subaccountDelete,
] as const;
