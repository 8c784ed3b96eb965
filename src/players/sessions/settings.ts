/** The settings of sessions: members of the players section. */
import { Type } from "typebox";

/** Properties to be spread into the players' settings. */
export const sessionSettings = {
  sessionMaxHours: Type.Integer({
    minimum: 1,
    maximum: 720,
    default: 24,
    description: "Hours after which a browser that signed in with a key must sign in again.",
  }),
};
