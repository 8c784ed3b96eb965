import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { broadcast, broadcastText, MAX_BROADCASTS, viewBroadcast } from "../broadcast.ts";
import type { SubaccountDeps } from "../deps.ts";
import { subaccountErrors } from "../errors.ts";

export const broadcastCreate = endpoint({
  id: "subaccounts.broadcastCreate",
  method: ["GET", "POST"],
  path: "/subaccounts/broadcast-create",
  auth: "ownerChange",
  summary: "Send a message to all sub-accounts",
  description: "They read it at `/user/broadcasts`. Sub-accounts that are added later do not get it.",
  input: { params: Type.Object(broadcastText) },
  output: json(mutation({ broadcast, recipients: Type.Integer({ minimum: 0 }) })),
  errors: [subaccountErrors.tooManyBroadcasts],
  examples: [
    { name: "a message", body: { title: "Maintenance", body: "No new strategies on Sunday, please." } },
    { name: "a short title", body: { title: "Hi", body: "No new strategies on Sunday, please." }, status: 422 },
  ],

  async run({ subaccounts, clock }: SubaccountDeps & ClockDeps, { input: { params }, actor }) {
    const doing = { ownerUid: actor.ownerUid, uid: actor.uid, at: clock.now() };
    const sent = await subaccounts.broadcast(doing, params, MAX_BROADCASTS);
    if (!sent) throw subaccountErrors.tooManyBroadcasts({ maximum: MAX_BROADCASTS });
    return {
      status: true as const,
      id: String(sent.id),
      message: `Sent to ${sent.recipients} sub-accounts`,
      broadcast: viewBroadcast(sent),
      recipients: sent.recipients,
    };
  },
});
