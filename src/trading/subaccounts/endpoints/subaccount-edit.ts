import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import type { StrategyCountDeps, SubaccountDeps } from "../deps.ts";
import { subaccountErrors } from "../errors.ts";
import { subaccount, subaccountParams, termsAfter, viewSubaccount } from "../subaccount.ts";

const example = {
  name: "Grace Hopper",
  email: "grace@example.com",
  active: true,
  allow_api_key_usage: false,
};

export const subaccountEdit = endpoint({
  id: "subaccounts.subaccountEdit",
  method: ["GET", "POST"],
  path: "/subaccounts/subaccount-edit",
  auth: "ownerChange",
  summary: "Change a sub-account",
  description:
    "What is not given stays as it is. Username and password cannot be changed here. `active` as false ends the sessions of " +
    "the sub-account; its API keys work again once it is active again.",
  input: {
    params: Type.Object({
      ...subaccountParams,
      id,
      password: Type.Optional(Type.String({ maxLength: 200, description: "Refused: it cannot be changed here" })),
    }),
  },
  output: json(mutation({ subaccount })),
  errors: [
    subaccountErrors.notFound,
    subaccountErrors.beyondPlan,
    subaccountErrors.contradiction,
    subaccountErrors.passwordFixed,
  ],
  examples: [
    { name: "another name", body: { ...example, id: "2000002" } },
    { name: "no sub-account of this account", body: { ...example, id: "1" }, status: 404 },
  ],

  async run(
    { subaccounts, countStrategies, clock }: SubaccountDeps & StrategyCountDeps & ClockDeps,
    { input: { params }, actor },
  ) {
    if (params.password !== undefined) throw subaccountErrors.passwordFixed();
    const uid = Number(params.id);
    const edited = await subaccounts.edit({ ownerUid: actor.ownerUid, uid: actor.uid, at: clock.now() }, uid, {
      name: params.name,
      email: params.email,
      isActive: params.active,
      terms: (before) => termsAfter(before, params, actor),
    });
    if (!edited) throw subaccountErrors.notFound({ id: params.id });
    const strategies = await countStrategies([uid]);
    return {
      status: true as const,
      id: params.id,
      message: `Sub-account ${edited.username} was changed`,
      subaccount: viewSubaccount(edited, strategies.get(uid) ?? 0),
    };
  },
});
