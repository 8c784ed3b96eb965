import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { OrderDeps, RiskDeps } from "../../engine/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { riskErrors } from "../errors.ts";
import { placeId, reason, scope } from "../parameters.ts";
import { readPlace, type PlaceDeps } from "../read-place.ts";
import { haltRecord, modeName, modeOf, showHalt } from "../records.ts";

export const resume = endpoint({
  id: "risk.resume",
  method: "POST",
  path: "/risk/resume",
  auth: "change",
  permission: "strategies",
  summary: "Let new orders pass again",
  description:
    "Ends what users and limits of the account have halted. Where a limit had, losses and drawdown are measured from now " +
    "on. A halt of an operator stays, and so does one of another place. `halts` names every one that holds its orders back " +
    "still: its own, those of its account and of the platform, and for a strategy those of its exchange keys. `mode` is the " +
    "strictest of them. A sub-account ends what it has halted itself. Needs a session or a key with full access.",
  input: { params: Type.Object({ scope, id: placeId, reason }) },
  output: json(mutation({ mode: modeName, halts: Type.Array(haltRecord) })),
  errors: [riskErrors.noSuchPlace, riskErrors.notAllowed],
  examples: [
    { name: "the account", body: { scope: "account" } },
    { name: "an unknown key", body: { scope: "key", id: "1" }, status: 404 },
    { name: "no scope", body: {}, status: 422 },
  ],
  beyondSpec: true,

  async run(
    deps: Pick<RiskDeps, "risk"> & Pick<OrderDeps, "orderNews"> & PlaceDeps & ClockDeps,
    { input: { params }, actor },
  ) {
    const { place, mayChange } = await readPlace(deps, actor, params);
    if (!mayChange) throw riskErrors.notAllowed({ reason: "a sub-account ends halts of its own keys and strategies" });
    const { ownerUid, uid, rights } = actor;
    const by = { source: "user", ownerUid, setBy: uid, reason: params.reason ?? "", at: deps.clock.now() } as const;
    const left = await deps.risk.resume({ ...by, place, ...(rights && { onlySetBy: uid }) });
    deps.orderNews.asked();
    const mode = modeOf(left);
    const message = mode === "active" ? "New orders pass" : "Something else still holds new orders back";
    return { status: true as const, id: String(place.id), message, mode, halts: left.map(showHalt) };
  },
});
