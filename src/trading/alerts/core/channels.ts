/** By which ways alerts reach a user. */

/** Which ways are on until a user says otherwise. */
export const DEFAULT_CHANNELS = {
  /** Goes to verified addresses alone. */
  email: true,
  /** Needs a bot, so a user switches it on after connecting one. */
  telegram: false,
  /** Reaches the webhooks that were created with `risk.alert`. */
  webhook: true,
} as const;
