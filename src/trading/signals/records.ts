/** Records of the signal marketplace. Members of a signal are text, as its clients expect. */
import { Type, type TProperties } from "typebox";

/** One opening and closing. */
const iteration = Type.Object(
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
