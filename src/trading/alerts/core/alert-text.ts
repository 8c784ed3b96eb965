/** Alerts as mails and messages put them: plain text, of which nothing is rendered. */
import { jsonMember } from "../../../kit/text/parse-json.ts";
import { formatInstant, type Instant } from "../../../kit/time/instant.ts";
import type { AlertKind } from "./alert.ts";
import { quoted } from "./quoted.ts";

export interface ShownAlert {
  readonly id: number;
  readonly kind: AlertKind;
  readonly ownerUid: number;
  readonly at: Instant;
  readonly why: string;
  readonly data: unknown;
}

const TITLES: Readonly<Record<AlertKind, string>> = {
  order_missing: "An exchange denies an order that was sent to it",
  order_appeared: "An order that was over, or missing, is at its exchange after all",
  order_late_fill: "An order traded after its end",
  order_overfilled: "An order traded more than its amount",
  order_raised: "An order was raised at its exchange above what was sent",
  order_adopted: "An exchange shows an order that the journal did not know",
  order_unknown: "It is not known what became of an order",
  run_paused: "A strategy is paused",
  run_held: "A strategy sends nothing, because its plan or rights do not allow it",
  run_unhedged: "One leg of a strategy lacks something of another",
  run_stopping: "A strategy could not end softly, and stops now",
  run_errored: "A strategy has failed",
  halted: "Trading was halted",
  key_refused: "An exchange does not take an exchange key",
  exchange_banned: "An exchange with open orders has banned the platform for a time",
  drivetime_low: "Drivetime is nearly used up",
  signal_not_closed: "A strategy did not trade back what was bought or sold for a signal",
};

/** Members that are shown, in this order. Those of `order` are shown as members of the alert. */
const SHOWN: readonly (readonly [member: string, label: string])[] = [
  ["order_id", "Order"],
  ["code", "Market"],
  ["side", "Side"],
  ["type", "Type"],
  ["price", "Price"],
  ["amount", "Amount"],
  ["filled", "Filled"],
  ["state", "State"],
  ["signal_id", "Signal"],
  ["iteration", "Iteration"],
  ["strategy_id", "Strategy"],
  ["run_id", "Run"],
  ["scope", "Halted"],
  ["id", "Of"],
  ["mode", "Mode"],
  ["apikey", "Exchange key"],
  ["label", "Label"],
  ["exchange", "Exchange"],
];

/** The part of a label, or of an exchange's message, that is quoted. */
const MAX_QUOTED = 500;

/** One line, which a mail has as its subject. */
export function alertTitle({ kind, id }: Pick<ShownAlert, "kind" | "id">): string {
  return `Alert ${id}: ${TITLES[kind]}`;
}

/**
 * The text of the alert, at most about 9,000 characters.
 *
 * @param limit how many alerts of an account go out on a day; named where this one is the last
 */
export function alertText(alert: ShownAlert, limit: { readonly perDay: number; readonly isLast: boolean }): string {
  const order = jsonMember(alert.data, "order");
  const members = SHOWN.flatMap(([name, label]) => {
    // The exchange's own id of an order is not what the alert is of.
    const value =
      order === undefined ? jsonMember(alert.data, name) : name === "id" ? undefined : jsonMember(order, name);
    return typeof value === "string" ? [`${label}: ${quoted(value, MAX_QUOTED)}`] : [];
  });
  return [
    `${TITLES[alert.kind]}.`,
    ...(alert.why === "" ? [] : [`Reason: ${quoted(alert.why, MAX_QUOTED)}`]),
    ...members,
    `Account: ${alert.ownerUid}`,
    `Time: ${formatInstant(alert.at)}`,
    ...(limit.isLast ? ["", lastOfDay(limit.perDay)] : []),
    "",
    "alerts/list shows all alerts. user/settings says by which ways they reach you.",
  ].join("\n");
}

function lastOfDay(perDay: number): string {
  return (
    `This is the last alert of today by mail and Telegram: of an account ${perDay} are sent on a day (UTC). Further ones of ` +
    "today are shown by alerts/list, and go to webhooks."
  );
}
