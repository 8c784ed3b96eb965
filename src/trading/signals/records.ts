/** Records of the signal marketplace. Members of a signal are text, as its clients expect. */
import { Type, type TProperties } from "typebox";
import { seconds } from "../shapes.ts";

/** One opening and closing. */
export const iteration = Type.Object(
  {
    id: Type.String(),
    signal_id: Type.String(),
    iteration: Type.String(),
    status: Type.String(),
    direction: Type.String(),
    open_time: Type.String(),
    close_time: Type.String(),
    open_price: Type.String(),
    close_price: Type.String(),
    amount: Type.String(),
    profit: Type.String(),
    profit_percent: Type.String(),
    runtime: Type.String(),
    price_status: Type.String({
      description: "compiled, waiting for the tape, or no recorded price: then nothing is computed from it",
    }),
    reset: Type.String({ description: "true for one from before the last reset, which counts for nothing" }),
  },
  { title: "Iteration" },
);

const SIGNAL_MEMBERS = [
  "id",
  "time_created",
  "last_updated",
  "c_uid",
  "c_name",
  "c_status",
  "c_iteration",
  "c_profit",
  "c_order",
  "c_average",
  "c_usdt_volume",
  "c_last_profit",
  "c_last_runtime",
  "c_direction",
  "c_codes",
  "c_description",
  "c_price",
  "c_subscribers_current",
  "c_subscribers_max",
  "c_success_rate",
  "c_current_success_streak",
  "c_action_direction_1",
  "c_action_direction_2",
  "c_action_maxtime_1",
  "c_action_maxtime_2",
  "c_action_maxamount_1",
  "c_action_maxamount_2",
  "custom_1",
  "custom_2",
  "custom_3",
  "custom_4",
] as const;

const members: TProperties = Object.fromEntries(SIGNAL_MEMBERS.map((name) => [name, Type.String()]));

/** A signal without its iterations. */
export const signalHead = Type.Object(members, { title: "SignalHead" });

/** A signal with its latest iterations. */
export const signal = Type.Object({ ...members, iteration_children: Type.Array(iteration) }, { title: "Signal" });

/** The answer to a trigger. */
export const triggerAnswer = Type.Object(
  {
    status: Type.Literal(true),
    id: Type.String(),
    iteration: Type.Integer(),
    signal: Type.String(),
    action: Type.String(),
    c_status: Type.Enum(["open", "closed"]),
    accepted_at: Type.Integer({ description: "Milliseconds since 1970" }),
    execute_before: Type.Integer({ description: "Milliseconds since 1970" }),
    maximum_amount: Type.String(),
  },
  { title: "AcceptedTrigger" },
);

/** Publishers of signals. */
export const developer = Type.Object(
  {
    id: Type.String({ description: "The author's account, `c_uid` of its signals" }),
    name: Type.String(),
    description: Type.String(),
    website: Type.String(),
    verified: Type.Boolean({ description: "The platform knows who it is" }),
    joined: seconds,
  },
  { title: "Developer" },
);

export const subscription = Type.Object(
  {
    id: Type.String(),
    signal_id: Type.String(),
    name: Type.String(),
    price: Type.String({ description: "A month" }),
    currency: Type.String(),
    state: Type.Enum(["active", "paused", "cancelled"]),
    renews_at: Type.Union([seconds, Type.Null()], { description: "Null where nothing is paid" }),
    profiles: Type.Array(Type.String(), { description: "Strategies that start when the signal opens" }),
    closing_profiles: Type.Array(Type.String(), { description: "Those that trade back what was traded" }),
    reason: Type.String({ description: "Why it is paused or cancelled, where its user did not ask for it" }),
    last_act: Type.Union([Type.String(), Type.Null()], {
      description: "The last act of a strategy, or why it did not act",
    }),
  },
  { title: "SignalSubscription" },
);

export const hook = Type.Object(
  {
    id: Type.String(),
    signal_id: Type.String(),
    label: Type.String(),
    execute_within: Type.Integer(),
    maximum_amount: Type.String(),
    time_created: seconds,
    last_message: Type.Union([
      Type.Object({
        time: Type.Integer({ description: "Milliseconds since 1970" }),
        outcome: Type.Enum(["triggered", "refused"]),
        reason: Type.String({ description: "Why it was refused" }),
      }),
      Type.Null(),
    ]),
  },
  { title: "SignalHook" },
);
