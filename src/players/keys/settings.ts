/** The settings of keys: members of the players section. */
import { Type } from "typebox";
import { DAY_SECONDS } from "../../kit/time/spans.ts";

/** Properties to be spread into the players' settings. */
export const keySettings = {
  keyRequests: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 60,
    description: "Requests of one key in `keyWindowSeconds`, where the key has no limit of its own.",
  }),
  keyWindowSeconds: Type.Integer({
    minimum: 1,
    maximum: DAY_SECONDS,
    default: 12,
    description: "How long the window is in which requests of a key are counted.",
  }),
  streamsPerKey: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    default: 500,
    description:
      "Streams of `/Online/Events` that one key, with its tickets and sessions, may have open at a process, of 1,000 in all.",
  }),
};
