/** The operations of subscriptions. Examples are replayed in this order. */
import { addDrivetime } from "./add-drivetime.ts";
import { cancelSubscription } from "./cancel-subscription.ts";
import { changePackage } from "./change-package.ts";
import { changePhpSdk } from "./change-php-sdk.ts";
import { changeSettingConfirm } from "./change-setting-confirm.ts";
import { changeSettingRequest } from "./change-setting-request.ts";
import { disablePrivateServer } from "./disable-private-server.ts";
import { disableSharedServer } from "./disable-shared-server.ts";
import { enablePrivateServer } from "./enable-private-server.ts";
import { enableSharedServer } from "./enable-shared-server.ts";
import { getDetails } from "./get-details.ts";
import { listHistory } from "./list-history.ts";
import { listInvoices } from "./list-invoices.ts";
import { listPackages } from "./list-packages.ts";
import { listPrivateServers } from "./list-private-servers.ts";
import { listServerTypes } from "./list-server-types.ts";
import { listSharedServers } from "./list-shared-servers.ts";
import { recommendPackage } from "./recommend-package.ts";

export const billingEndpoints = [
  getDetails,
  cancelSubscription,
  listInvoices,
  listPackages,
  recommendPackage,
  changeSettingRequest,
  changeSettingConfirm,
  changePhpSdk,
  changePackage,
  listServerTypes,
  enablePrivateServer,
  enableSharedServer,
  listPrivateServers,
  listSharedServers,
  disablePrivateServer,
  disableSharedServer,
  addDrivetime,
  listHistory,
];
