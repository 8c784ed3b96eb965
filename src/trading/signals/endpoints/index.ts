import { addSignal } from "./add-signal.ts";
import { createDeveloperKey } from "./create-developer-key.ts";
import { createHook } from "./create-hook.ts";
import { deleteHook } from "./delete-hook.ts";
import { deleteSignal } from "./delete-signal.ts";
import { editDeveloper } from "./edit-developer.ts";
import { editSignal } from "./edit-signal.ts";
import { listBacktestedSubscriptions } from "./list-backtested-subscriptions.ts";
import { listFeatured } from "./list-featured.ts";
import { listFeed } from "./list-feed.ts";
import { listHooks } from "./list-hooks.ts";
import { manageSubscriptions } from "./manage-subscriptions.ts";
import { publishSignal } from "./publish-signal.ts";
import { receiveMessage } from "./receive-message.ts";
import { resetSignal } from "./reset-signal.ts";
import { showDeveloper } from "./show-developer.ts";
import { showPosition } from "./show-position.ts";
import { showPriceMovement } from "./show-price-movement.ts";
import { showSubscriptionInformation } from "./show-subscription-information.ts";
import { triggerSignal } from "./trigger-signal.ts";
import { verifyDeveloper } from "./verify-developer.ts";

export const signalEndpoints = [
  addSignal,
  createDeveloperKey,
  createHook,
  deleteHook,
  deleteSignal,
  editDeveloper,
  editSignal,
  listBacktestedSubscriptions,
  listFeatured,
  listFeed,
  listHooks,
  manageSubscriptions,
  publishSignal,
  receiveMessage,
  resetSignal,
  showDeveloper,
  showPosition,
  showPriceMovement,
  showSubscriptionInformation,
  triggerSignal,
  verifyDeveloper,
];
