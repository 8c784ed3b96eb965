/** The door of limits and halts: whether an order may be sent. */
export { checkRisk } from "./check-risk.ts";
export { riskErrors } from "./errors.ts";
