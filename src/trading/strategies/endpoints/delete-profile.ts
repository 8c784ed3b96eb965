import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import type { StrategyDeps } from "../deps.ts";
import { strategyErrors } from "../errors.ts";
import { profileId } from "../parameters.ts";
import { count } from "../records.ts";
import { doing } from "../strategy-view.ts";

export const deleteProfile = endpoint({
  id: "strategies.deleteProfile",
  method: ["GET", "POST"],
  path: "/strategy/delete-profile",
  auth: "change",
  permission: "strategies",
  summary: "Delete a profile",
  description:
    "Deletes the profile and all strategies in it. It cannot be brought back. Refused while one runs, or while an order " +
    "of one may be open.",
  input: { params: Type.Object({ id: profileId }) },
  output: json(mutation({ deleted: Type.Object({ profiles: count, strategies: count, transactions: count }) })),
  errors: [strategyErrors.profileNotFound, strategyErrors.notYours, strategyErrors.active],
  examples: [
    { name: "a profile", body: { id: "1000001" } },
    { name: "one that is not there any more", body: { id: "1000001" }, status: 404 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run({ strategies, clock }: StrategyDeps & ClockDeps, { input: { params }, actor }) {
    const removed = await strategies.removeProfile(doing(actor, clock.now()), Number(params.id));
    return {
      status: true as const,
      id: params.id,
      message: "The profile is deleted",
      deleted: { profiles: 1, ...removed },
    };
  },
});
