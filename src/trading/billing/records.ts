/** Schemas and views of what several endpoints of subscriptions answer. */
import { Type, type Static } from "typebox";
import { formatAmount } from "../../kit/money/amount.ts";
import { plusMillis, toSeconds, type Instant } from "../../kit/time/instant.ts";
import { decimal, id, mutation, seconds } from "../shapes.ts";
import { BILLING_CURRENCY, packageOf, PACKAGES, type Package } from "./core/packages.ts";
import { planLimits } from "./core/plan-limits.ts";
import { PROVISIONING_MS } from "./core/server-types.ts";
import { planFor } from "./core/terms.ts";
import type { LeafValue } from "./core/leaves.ts";
import type { Subscription } from "./core/change-terms.ts";
import type { Changed, Server } from "./store.ts";

/** Which plan, in an answer. */
export const planName = Type.Object({
  id: Type.String({ description: "free, basic, pro or custom" }),
  name: Type.String(),
});

export const packageRecord = Type.Object(
  {
    id: Type.String({ description: "What to switch to it by" }),
    name: Type.String(),
    description: Type.String(),
    price: decimal,
    currency: Type.String(),
    period: Type.Literal("month"),
    pro_version: Type.Boolean(),
    current: Type.Boolean({ description: "The account has it" }),
    limits: planLimits,
  },
  { title: "Package" },
);

export const serverRecord = Type.Object(
  {
    id,
    type: Type.Union([Type.Literal("private"), Type.Literal("shared")]),
    region: Type.String(),
    server_package: Type.String({ description: "Id of the machine, as server-types shows it" }),
    default: Type.Boolean({ description: "Comes with the package; cannot be disabled" }),
    status: Type.Enum(["provisioning", "active", "stopping", "disabled", "failed"]),
    cpu: Type.Integer(),
    memory_mb: Type.Integer(),
    price_hour: decimal,
    active_strategies: Type.Integer({ minimum: 0 }),
    time_created: seconds,
    expires_at: Type.Union([seconds, Type.Null()], { description: "Null until it is active, and for default ones" }),
    fails_at: Type.Union([seconds, Type.Null()], {
      description: "While a rented one waits for its machine: if there is none by then, it fails and is paid back",
    }),
    status_text: Type.String({ description: "What the status means, in words" }),
  },
  { title: "Server" },
);

/** The answer to a change of package or setting. */
export const planChange = mutation({
  subscription: planName,
  effective_at: seconds,
  price_difference: Type.String({ description: "The new price of a month less the old one; decimal, 8 places" }),
  charged: decimal,
});

/** The offered packages, and the account's own if it is not one of them. Cheapest first. */
export function viewPackages(subscription: Subscription): Static<typeof packageRecord>[] {
  const plan = planFor(subscription.terms);
  const shown = PACKAGES.map((each) => viewPackage(each, plan.id));
  if (plan.id !== "custom") return shown;
  const custom = {
    ...plan,
    description: `${packageOf(subscription.terms.baseId).name} with settings of your own.`,
    price: subscription.price,
    isPro: packageOf(subscription.terms.baseId).isPro,
  };
  return [...shown, viewPackage(custom, "custom")];
}

export function viewPackage(shown: Package, currentId: string): Static<typeof packageRecord> {
  return {
    id: shown.id,
    name: shown.name,
    description: shown.description,
    price: formatAmount(shown.price),
    currency: BILLING_CURRENCY,
    period: "month",
    pro_version: shown.isPro,
    current: shown.id === currentId,
    limits: shown.limits,
  };
}

/** Says what became of a change. */
export function viewChange(changed: Changed, at: Instant): Static<typeof planChange> {
  const { plan, effectiveAt, charge, difference } = changed;
  return {
    status: true,
    id: plan.id,
    message:
      effectiveAt > at
        ? `The package is ${plan.name} from the end of the paid period`
        : `The package is ${plan.name} from now on`,
    subscription: { id: plan.id, name: plan.name },
    effective_at: toSeconds(effectiveAt),
    price_difference: formatAmount(difference),
    charged: formatAmount(charge),
  };
}

export function viewServer(server: Server, activeStrategies: number): Static<typeof serverRecord> {
  return {
    id: String(server.id),
    type: server.type,
    region: server.region,
    server_package: server.serverPackage,
    default: server.isDefault,
    status: server.status,
    cpu: server.cpu,
    memory_mb: server.memoryMb,
    price_hour: formatAmount(server.priceHour),
    active_strategies: activeStrategies,
    time_created: toSeconds(server.createdAt),
    expires_at: server.expiresAt === null ? null : toSeconds(server.expiresAt),
    fails_at: isWaiting(server) ? toSeconds(plusMillis(server.createdAt, PROVISIONING_MS)) : null,
    status_text: isWaiting(server) ? WAITING_TEXT : STATUS_TEXTS[server.status],
  };
}

/** One that began keeps its paid time while it moves to another machine. */
function isWaiting({ status, isDefault, expiresAt }: Server): boolean {
  return status === "provisioning" && !isDefault && expiresAt === null;
}

const WAITING_TEXT = "It waits for a machine. If there is none within 15 minutes, it fails and is paid back in full.";

const STATUS_TEXTS: Readonly<Record<Server["status"], string>> = {
  provisioning: "It waits for its next machine.",
  active: "It runs.",
  stopping: "It is being stopped.",
  disabled: "It is over.",
  failed: "No machine was there within 15 minutes. What was paid was given back.",
};

/** The value at a leaf of the tree. */
export const settingValue = Type.Union([Type.Boolean(), Type.Number(), Type.Array(Type.String())]);

export function viewValue(value: LeafValue): Static<typeof settingValue> {
  return typeof value === "object" ? [...value] : value;
}
