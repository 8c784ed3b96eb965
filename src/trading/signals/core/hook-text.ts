/**
 * Messages of charting tools, such as TradingView's alerts: JSON, or a few words. The tool has filled in its placeholders
 * (`{{strategy.order.action}}`) before it sends; what is left of them is refused.
 */
import { jsonMember, parseJson } from "../../../kit/text/parse-json.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import type { Side } from "../../exchanges/index.ts";
import { closingSide, openingSide, type Direction, type SignalAction, type Trigger } from "./trigger.ts";

/** The content of a message; undefined for fields that it lacks. */
export interface HookMessage {
  readonly side: Side | undefined;
  readonly action: SignalAction | undefined;
  /** The position of the tool's own strategy after its order. */
  readonly position: Direction | "flat" | undefined;
  readonly executeWithinMs: number | undefined;
  /** Decimal. */
  readonly maximumAmount: string | undefined;
  /**
   * The difference to a later message that says the same: ids and times that it names. Empty for none. Messages that say
   * something else may share it: a script often closes and opens at one time.
   */
  readonly mark: string;
}

export type Refused = { readonly kind: "refused"; readonly reason: string };

/** Bytes of a body that is looked at. */
export const MAX_HOOK_BYTES = 8_192;
/** Words and pairs of a message in words. */
const MAX_WORDS = 50;
const MAX_MARK = 200;

const MEANINGS: Readonly<Record<string, readonly ["side" | "action" | "position", string]>> = {
  buy: ["side", "buy"],
  sell: ["side", "sell"],
  open: ["action", "open"],
  enter: ["action", "open"],
  entry: ["action", "open"],
  close: ["action", "close"],
  exit: ["action", "close"],
  long: ["position", "long"],
  short: ["position", "short"],
  flat: ["position", "flat"],
};

/** Members whose value is one of the words above. */
const WORD_MEMBERS: ReadonlySet<string> = new Set([
  "signal",
  "side",
  "action",
  "order_action",
  "market_position",
  "position",
]);
/** Members that tell a message from the next one that says the same. */
const MARKS: ReadonlySet<string> = new Set(["id", "alert_id", "time", "timenow", "timestamp"]);
/** The name that a script gives to its orders, the same for each of them: `{{strategy.order.id}}` is `Long`, for example. */
const ORDER_NAME = "order_id";
const AMOUNT = /^[0-9]{1,18}(?:\.[0-9]{1,8})?$/;
const WHOLE = /^[0-9]{1,8}$/;

/** Reads a message. @param text at most `MAX_HOOK_BYTES` long */
export function parseHookText(text: string): HookMessage | Refused {
  if (text.includes("{{")) return refused("a placeholder of it was not filled in");
  const trimmed = text.trim();
  if (trimmed === "") return refused("it is empty");
  const members = trimmed.startsWith("{") ? jsonMembers(trimmed) : wordMembers(trimmed);
  return "kind" in members ? members : messageOf(members.pairs);
}

/**
 * The trigger that a message causes, in the signal's present state. Whether the signal takes it is decided by
 * `decideTrigger`.
 */
export function triggerOf(
  { side, action, position }: HookMessage,
  { open, direction }: { readonly open: Direction | undefined; readonly direction: Direction | undefined },
): Trigger | Refused {
  if (position !== undefined) {
    const meant = byPosition(position, open);
    if ("kind" in meant) return meant;
    if (side !== undefined && side !== meant.side) return refused(`${side} does not lead to a position of ${position}`);
    if (action !== undefined && action !== meant.action)
      return refused(`its position means ${meant.action}, not ${action}`);
    return meant;
  }
  if (side !== undefined && action !== undefined) return { side, action };
  if (side !== undefined) {
    return { side, action: open !== undefined && side === closingSide(open) ? "close" : "open" };
  }
  if (action === "close") return { side: closingSide(open ?? "long"), action };
  if (action === "open") {
    if (direction === undefined) return refused("it does not say whether it opens with buy or with sell");
    return { side: openingSide(direction), action };
  }
  return refused("it names no signal (buy, sell), action (open, close) or position (long, short, flat)");
}

/** A position on the other side is closed first: it opens with a message of its own. */
function byPosition(position: Direction | "flat", open: Direction | undefined): Trigger | Refused {
  if (position === "flat" || (open !== undefined && open !== position)) {
    return open === undefined ? refused("the signal is closed already") : { side: closingSide(open), action: "close" };
  }
  return { side: openingSide(position), action: "open" };
}

type Pair = readonly [name: string, value: string];

function jsonMembers(text: string): { readonly pairs: readonly Pair[] } | Refused {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return refused("it is not a JSON object");
  const pairs: Pair[] = [];
  for (const name of Object.keys(value)) {
    const known = nameOf(name);
    if (!isKnown(known)) continue;
    const member = jsonMember(value, name);
    if (typeof member !== "string" && typeof member !== "number") return refused(`${known} must be text or a number`);
    if (String(member).trim() !== "") pairs.push([known, String(member).trim()]);
  }
  return { pairs };
}

/** `buy open id=7`, in any order, with spaces, commas or semicolons between. */
function wordMembers(text: string): { readonly pairs: readonly Pair[] } | Refused {
  const words = text.split(/[\s,;]+/).filter((word) => word !== "");
  if (words.length > MAX_WORDS) return refused(`it has more than ${MAX_WORDS} words`);
  const pairs: Pair[] = [];
  for (const word of words) {
    const at = word.search(/[=:]/);
    if (at > 0) {
      const known = nameOf(word.slice(0, at));
      if (!isKnown(known)) return refused(`"${shown(word)}" means nothing here`);
      pairs.push([known, word.slice(at + 1)]);
    } else if (Object.hasOwn(MEANINGS, word.toLowerCase())) pairs.push(["signal", word]);
    else return refused(`"${shown(word)}" means nothing here`);
  }
  return { pairs };
}

function messageOf(pairs: readonly Pair[]): HookMessage | Refused {
  const said = new Map<string, string>();
  const marks: string[] = [];
  for (const [name, value] of pairs) {
    if (name === ORDER_NAME) continue;
    if (MARKS.has(name)) {
      marks.push(`${name}=${value}`);
      continue;
    }
    const meaning = WORD_MEMBERS.has(name) ? meaningOf(value) : ([name, value] as const);
    if (!meaning) return refused(`${name} is "${shown(value)}", which means nothing here`);
    const [kind, meant] = meaning;
    const before = said.get(kind);
    if (before !== undefined && before !== meant) return refused(`it says both ${shown(before)} and ${shown(meant)}`);
    said.set(kind, meant);
  }
  const within = said.get("execute_within");
  const isWithin = within === undefined || (WHOLE.test(within) && Number(within) >= 1 && Number(within) <= DAY_MS);
  if (!isWithin) return refused(`execute_within must be 1 to ${DAY_MS} milliseconds`);
  const amount = said.get("maximum_amount");
  if (amount !== undefined && (!AMOUNT.test(amount) || Number(amount) === 0)) {
    return refused("maximum_amount must be a decimal above 0 with at most 8 places");
  }
  return {
    side: said.get("side") as Side | undefined,
    action: said.get("action") as SignalAction | undefined,
    position: said.get("position") as HookMessage["position"],
    executeWithinMs: within === undefined ? undefined : Number(within),
    maximumAmount: amount,
    mark: marks.join(" ").slice(0, MAX_MARK),
  };
}

function meaningOf(value: string): readonly ["side" | "action" | "position", string] | undefined {
  const word = value.toLowerCase();
  return Object.hasOwn(MEANINGS, word) ? MEANINGS[word] : undefined;
}

/** `strategy.order.action` and `Order-Action` are `order_action`. */
function nameOf(name: string): string {
  const plain = name.trim().toLowerCase().replaceAll(/[.-]/g, "_");
  return plain.startsWith("strategy_") ? plain.slice("strategy_".length) : plain;
}

function isKnown(name: string): boolean {
  return (
    WORD_MEMBERS.has(name) ||
    MARKS.has(name) ||
    name === ORDER_NAME ||
    name === "execute_within" ||
    name === "maximum_amount"
  );
}

/** The part of a message that a refusal repeats: printable, and short. */
function shown(text: string): string {
  const start = text.slice(0, 40).replaceAll(/[^\x20-\x7e]/g, "?");
  return text.length > 40 ? `${start}...` : start;
}

function refused(reason: string): Refused {
  return { kind: "refused", reason };
}
