import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { RiskDeps } from "../../engine/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { riskErrors } from "../errors.ts";
import { placeId, reason, scope } from "../parameters.ts";
import { readPlace, type PlaceDeps } from "../read-place.ts";

export const halt = endpoint({
  id: "risk.halt",
  method: "POST",
  path: "/risk/halt",
  auth: "change",
  permission: "strategies",
  summary: "Stop new orders",
  description:
    "Once this has answered, no process of the platform sends a new order of the account, key or strategy. Orders that are " +
    "open stay open; with `cancel` they are canceled. Cancels always pass. An order that is refused answers 409 with code " +
    "2421. The halt outlives restarts, and ends by risk/resume. Halting again replaces the mode. It is stored at once, " +
    "also where an Idempotency-Key is sent. A sub-account halts its own keys and strategies. What another user of the account " +
    "has halted it can only make stricter. A key with the access `trade` makes no halt milder. `mode` says what holds then.",
  input: {
    params: Type.Object({
      scope,
      id: placeId,
      mode: Type.Enum(["reducing", "halted"], {
        default: "halted",
        description: "`reducing` lets orders pass that make a position smaller",
      }),
      cancel: Type.Boolean({ default: false, description: "Also cancel what is open, and what waits for its time" }),
      reason,
    }),
  },
  output: json(
    mutation({
      mode: Type.Enum(["reducing", "halted"]),
      canceling: Type.Integer({
        minimum: 0,
        description: "Orders that are being canceled; risk/status counts the open ones",
      }),
    }),
  ),
  errors: [riskErrors.noSuchPlace, riskErrors.notAllowed, riskErrors.notConfirmed],
  examples: [
    { name: "everything of the account", body: { scope: "account", cancel: true, reason: "looking into it" } },
    { name: "an unknown strategy", body: { scope: "strategy", id: "1" }, status: 404 },
    { name: "no scope", body: { mode: "halted" }, status: 422 },
  ],
  beyondSpec: true,

  async run(deps: Pick<RiskDeps, "haltDesk"> & PlaceDeps & ClockDeps, { input: { params }, actor }) {
    const { place, mayChange } = await readPlace(deps, actor, params);
    if (!mayChange) throw riskErrors.notAllowed({ reason: "a sub-account halts its own keys and strategies" });
    const { mode: wanted, cancel: isCancelling, reason: why = "" } = params;
    const { ownerUid, uid: setBy } = actor;
    const by = { source: "user", ownerUid, setBy, reason: why, at: deps.clock.now() } as const;
    // A key that may not resume may not resume in part either.
    const maySoften = actor.access === "full_access";
    const { cancelled, unaware, mode } = await deps.haltDesk.halt({
      ...by,
      place,
      mode: wanted,
      maySoften,
      isCancelling,
    });
    if (unaware > 0) throw riskErrors.notConfirmed({ count: unaware });
    const message = mode === "halted" ? "No new order is sent" : "Only orders that make a position smaller are sent";
    return { status: true as const, id: String(place.id), message, mode, canceling: cancelled };
  },
});
