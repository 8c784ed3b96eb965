import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import { broadcast, broadcastText, viewBroadcast } from "../broadcast.ts";
import type { SubaccountDeps } from "../deps.ts";
import { subaccountErrors } from "../errors.ts";

export const broadcastEdit = endpoint({
  id: "subaccounts.broadcastEdit",
  method: ["GET", "POST"],
  path: "/subaccounts/broadcast-edit",
  auth: "ownerChange",
  summary: "Change a message to the sub-accounts",
  description: "What is not given stays. When the text differs, it counts as unread again.",
  input: {
    params: Type.Object({
      id,
      title: Type.Optional(broadcastText.title),
      body: Type.Optional(broadcastText.body),
    }),
  },
  output: json(mutation({ broadcast })),
  errors: [subaccountErrors.broadcastNotFound],
  examples: [
    { name: "another title", query: { id: "1", title: "Maintenance on Sunday" } },
    { name: "no broadcast of this account", query: { id: "999999", title: "Maintenance" }, status: 404 },
  ],

  async run({ subaccounts, clock }: SubaccountDeps & ClockDeps, { input: { params }, actor }) {
    const doing = { ownerUid: actor.ownerUid, uid: actor.uid, at: clock.now() };
    const { title, body } = params;
    const edited = await subaccounts.editBroadcast(doing, Number(params.id), { title, body });
    if (!edited) throw subaccountErrors.broadcastNotFound({ id: params.id });
    return {
      status: true as const,
      id: params.id,
      message: "The broadcast was changed",
      broadcast: viewBroadcast(edited),
    };
  },
});
