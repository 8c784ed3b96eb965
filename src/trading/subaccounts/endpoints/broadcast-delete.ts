import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import type { SubaccountDeps } from "../deps.ts";
import { subaccountErrors } from "../errors.ts";

export const broadcastDelete = endpoint({
  id: "subaccounts.broadcastDelete",
  method: ["GET", "POST"],
  path: "/subaccounts/broadcast-delete",
  auth: "ownerChange",
  summary: "Take a message to the sub-accounts back",
  input: { params: Type.Object({ id }) },
  output: json(mutation({})),
  errors: [subaccountErrors.broadcastNotFound],
  examples: [
    { name: "a message", body: { id: "1" } },
    { name: "one that is deleted", body: { id: "1" }, status: 404 },
  ],

  async run({ subaccounts, clock }: SubaccountDeps & ClockDeps, { input: { params }, actor }) {
    const doing = { ownerUid: actor.ownerUid, uid: actor.uid, at: clock.now() };
    const isRemoved = await subaccounts.removeBroadcast(doing, Number(params.id));
    if (!isRemoved) throw subaccountErrors.broadcastNotFound({ id: params.id });
    return { status: true as const, id: params.id, message: "The broadcast was deleted" };
  },
});
