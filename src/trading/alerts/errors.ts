/** Errors about alerts. */
import { errors } from "../../kit/errors/catalogue.ts";

export const alertErrors = errors("alerts", {
  noBot: { status: 404, says: "You have no bot: alerts/telegram-edit connects one", code: "2300" },
});
