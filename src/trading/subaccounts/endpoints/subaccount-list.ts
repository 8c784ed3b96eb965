import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { StrategyCountDeps, SubaccountDeps } from "../deps.ts";
import { subaccount, viewSubaccount } from "../subaccount.ts";

export const subaccountList = endpoint({
  id: "subaccounts.subaccountList",
  method: ["GET", "POST"],
  path: "/subaccounts/subaccount-list",
  auth: "owner",
  summary: "The sub-accounts of the account",
  input: {},
  output: json(Type.Array(subaccount)),
  errors: [],
  examples: [{ name: "all" }],

  async run({ subaccounts, countStrategies }: SubaccountDeps & StrategyCountDeps, { actor }) {
    const stored = await subaccounts.list(actor.ownerUid);
    const strategies = await countStrategies(stored.map(({ uid }) => uid));
    return stored.map((each) => viewSubaccount(each, strategies.get(each.uid) ?? 0));
  },
});
