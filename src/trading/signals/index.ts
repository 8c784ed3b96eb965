/** The door of signals: how they are published and priced, and how strategies act on them. */
export { applyAct } from "./apply-act.ts";
export { priceTriggers } from "./price-triggers.ts";
export { signalSettings } from "./settings.ts";
export { signalText } from "./signal-text.ts";
export {
  endSubscriptionsOfAuthor,
  endSubscriptionsOfFollower,
  endSubscriptionsOfSubaccount,
} from "./sql/end-subscriptions.ts";
export { delayOf, FEATURED, viewerOf } from "./viewer.ts";
