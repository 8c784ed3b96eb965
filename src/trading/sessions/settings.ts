/** The settings of sessions: members of the trading section. */
import { Type } from "typebox";

/** Properties to be spread into the trading platform's settings. */
export const sessionSettings = {
  sessionMaxHours: Type.Integer({
    minimum: 1,
    maximum: 720,
    default: 168,
    description: "Hours after which a session of the console ends, however much it is used.",
  }),
};
