import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import type { RiskDeps } from "../../engine/index.ts";
import { endpoint } from "../../endpoint.ts";
import { isVisible } from "../is-visible.ts";
import type { PlaceDeps } from "../read-place.ts";
import { limitsRecord, showLimits } from "../records.ts";

export const listLimits = endpoint({
  id: "risk.listLimits",
  method: "GET",
  path: "/risk/limits",
  auth: "user",
  permission: "strategies",
  summary: "List the limits on orders",
  description:
    "What was set for the account, its keys and its strategies. A sub-account sees the limits of the account, and those of " +
    "the keys and strategies that it sees.",
  input: {},
  output: json(Type.Array(limitsRecord)),
  errors: [],
  examples: [{ name: "all" }],
  beyondSpec: true,

  async run(deps: Pick<RiskDeps, "risk"> & PlaceDeps, { actor }) {
    const kept = await deps.risk.listLimits(actor.ownerUid);
    const isSeen = await isVisible(deps, actor);
    return kept.filter(({ place }) => isSeen(place)).map(showLimits);
  },
});
