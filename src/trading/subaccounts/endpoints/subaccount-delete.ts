import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { accountErrors } from "../../accounts/index.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import type { StrategyCountDeps, SubaccountDeps } from "../deps.ts";
import { subaccountErrors } from "../errors.ts";

const kept = Type.Object({
  strategies: Type.Integer({ minimum: 0 }),
  history: Type.Integer({ minimum: 0, description: "Entries of its changes and accesses" }),
});

export const subaccountDelete = endpoint({
  id: "subaccounts.subaccountDelete",
  method: ["GET", "POST"],
  path: "/subaccounts/subaccount-delete",
  auth: "ownerChange",
  summary: "End a sub-account for good",
  description:
    "It can never log in again, and its username stays taken. Strategies and history stay with the account. Name, mail " +
    "address, settings and password are forgotten, and all the rest when the account is closed. Its strategies that are active " +
    "go on under the main account; user/audit names them. Its own exchange keys are deleted: refused while strategies trade " +
    "with these (`active_strategies`), or while orders of them may be open (`open_orders`); each lists up to 20. It follows " +
    "no signals any more.",
  input: { params: Type.Object({ id }) },
  output: json(mutation({ kept })),
  errors: [subaccountErrors.notFound, accountErrors.strategiesActive, accountErrors.ordersOpen],
  examples: [
    { name: "a sub-account", body: { id: "2000002" } },
    { name: "one that is deleted", body: { id: "2000002" }, status: 404 },
  ],

  async run(
    { subaccounts, countStrategies, clock }: SubaccountDeps & StrategyCountDeps & ClockDeps,
    { input: { params }, actor },
  ) {
    const uid = Number(params.id);
    const doing = { ownerUid: actor.ownerUid, uid: actor.uid, at: clock.now() };
    const removed = await subaccounts.remove(doing, uid);
    if (!removed) throw subaccountErrors.notFound({ id: params.id });
    const strategies = await countStrategies([uid]);
    return {
      status: true as const,
      id: params.id,
      message: "The sub-account was deleted",
      kept: { strategies: strategies.get(uid) ?? 0, history: removed.history },
    };
  },
});
