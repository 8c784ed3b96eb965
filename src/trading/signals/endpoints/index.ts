import { addSignal } from "./add-signal.ts";
import { deleteSignal } from "./delete-signal.ts";
import { editSignal } from "./edit-signal.ts";
import { listBacktestedSubscriptions } from "./list-backtested-subscriptions.ts";
import { listFeatured } from "./list-featured.ts";
import { listFeed } from "./list-feed.ts";
import { manageSubscriptions } from "./manage-subscriptions.ts";
import { resetSignal } from "./reset-signal.ts";
import { showDeveloper } from "./show-developer.ts";
import { showPosition } from "./show-position.ts";
import { showPriceMovement } from "./show-price-movement.ts";
import { showSubscriptionInformation } from "./show-subscription-information.ts";
import { triggerSignal } from "./trigger-signal.ts";

export const signalEndpoints = [
  addSignal,
  deleteSignal,
  editSignal,
  listBacktestedSubscriptions,
  listFeatured,
  listFeed,
  manageSubscriptions,
  resetSignal,
  showDeveloper,
  showPosition,
  showPriceMovement,
  showSubscriptionInformation,
  triggerSignal,
];
