/** The settings of sessions: members of the registry's section. */
import { Type } from "typebox";

/** Properties to be spread into the registry's settings. */
export const sessionSettings = {
  sessionMaxHours: Type.Integer({
    minimum: 1,
    maximum: 720,
    default: 24,
    description: "Hours after which a browser must sign in again, however long its token counts.",
  }),
};
