import type { Channel } from "./channel.ts";
import type { Connection } from "./connection.ts";
import type { Subscription } from "./core/outbox.ts";

/** A followed channel. */
export interface Followed {
  readonly key: string;
  readonly channel: Channel;
  readonly followers: Map<Subscription<Channel>, Connection>;
  /** Followers that get each change at once. Without them, looking more often than once a pace would be in vain. */
  quick: number;
  /** Is to be looked at before this turn ends, or when its pace allows. */
  isWoken: boolean;
  /** The tick before which it is not looked at again. */
  dueTick: number;
  readonly end: () => void;
}
