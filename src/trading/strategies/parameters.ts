/** Parameters that several strategy operations take. */
import { Type } from "typebox";
import { NOT_BLANK } from "../shapes.ts";

const idText = (description: string) => Type.String({ minLength: 1, maxLength: 18, pattern: "^[0-9]*$", description });

export const profileId = idText("Id of a profile, from strategy/list-profiles");

export const strategyId = idText("Id of a strategy, from strategy/data/list, or of a profile that holds no other");

export const leg = Type.Integer({ minimum: 0, maximum: 1000, description: "Only this row of the algorithm, from 0" });

export const force = Type.Boolean({
  default: false,
  description: "Stop at once, without looking at open orders: they stay at the exchange",
});

export const tabId = idText("Id of a tab, from strategy/list-profiles");

export const tabName = Type.String({ minLength: 1, maxLength: 100, pattern: NOT_BLANK });

export const templateId = idText("Id of a template, from strategy/list-templates");
