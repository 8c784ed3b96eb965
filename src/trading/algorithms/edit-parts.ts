/** Changes to the conditions and executions of a definition, as requests ask for them. */
import { INDICATOR_CATALOG } from "../indicators/index.ts";
import type { Definition, ConditionPart, ExecutionPart } from "./core/definition.ts";
import { namedFormula, type NamedParts } from "./core/named-formula.ts";
import { placed, without } from "./core/placed.ts";
import { MAX_PARTS } from "./core/validate-algorithm.ts";
import { algorithmErrors, unfit } from "./errors.ts";

type SentSide = "asks" | "bids" | "buy" | "sell";

export interface SentCondition extends NamedParts {
  readonly side1?: SentSide;
  readonly side2?: SentSide;
  readonly join?: "and" | "or";
  readonly position?: number;
}

export interface SentExecution {
  readonly side?: ExecutionPart["side"];
  readonly order_type?: ExecutionPart["orderType"];
  readonly position?: number;
  /** After the change. */
  readonly depends_on?: number;
  readonly trigger?: ExecutionPart["trigger"];
  readonly label?: string;
  readonly price_source?: ExecutionPart["priceSource"];
  readonly reduce_only?: boolean;
}

/** With a new condition. */
export function addCondition(definition: Definition, id: number, sent: SentCondition): Definition {
  if (definition.conditions.length >= MAX_PARTS) throw algorithmErrors.tooManyParts({ maximum: MAX_PARTS });
  return withCondition(definition, { id, side1: "asks", side2: "bids", join: "and" }, sent);
}

/** With one of its conditions changed. */
export function updateCondition(definition: Definition, id: number, sent: SentCondition): Definition {
  const before = definition.conditions.find((each) => each.id === id);
  if (!before) throw algorithmErrors.conditionNotFound({ id });
  return withCondition(definition, before, sent);
}

/** With a new execution of a side and a type. */
export function addExecution(
  definition: Definition,
  id: number,
  sent: SentExecution & Required<Pick<SentExecution, "side" | "order_type">>,
): Definition {
  if (definition.executions.length >= MAX_PARTS) throw algorithmErrors.tooManyParts({ maximum: MAX_PARTS });
  const fresh: ExecutionPart = {
    id,
    label: "",
    side: sent.side,
    orderType: sent.order_type,
    dependsOn: null,
    trigger: "on_conditions",
    priceSource: "same",
    reduceOnly: false,
  };
  return withExecution(definition, fresh, sent);
}

/** With one of its executions changed. */
export function updateExecution(definition: Definition, id: number, sent: SentExecution): Definition {
  const before = definition.executions.find((each) => each.id === id);
  if (!before) throw algorithmErrors.executionNotFound({ id });
  return withExecution(definition, before, sent);
}

/** Without one of its conditions. */
export function removeCondition(definition: Definition, id: number): Definition {
  const conditions = without(definition.conditions, id);
  if (conditions.length === definition.conditions.length) throw algorithmErrors.conditionNotFound({ id });
  return { ...definition, conditions };
}

/** Without one of its executions, on which no other may depend. */
export function removeExecution(definition: Definition, id: number): Definition {
  const executions = without(definition.executions, id);
  if (executions.length === definition.executions.length) throw algorithmErrors.executionNotFound({ id });
  const users = executions.filter(({ dependsOn }) => dependsOn === id).map((each) => String(each.id));
  if (users.length > 0) throw algorithmErrors.executionInUse({ id, details: { in_use_by: users } });
  return { ...definition, executions };
}

function withCondition(
  definition: Definition,
  before: Omit<ConditionPart, "formula"> & { readonly formula?: ConditionPart["formula"] },
  sent: SentCondition,
): Definition {
  const named = namedFormula(sent, before.formula, INDICATOR_CATALOG);
  if (named.kind === "problem") throw unfit(named.parameter, named.reason);
  const part: ConditionPart = {
    id: before.id,
    formula: named.formula,
    side1: sent.side1 ? bookSideOf(sent.side1) : before.side1,
    side2: sent.side2 ? bookSideOf(sent.side2) : before.side2,
    join: sent.join ?? before.join,
  };
  const conditions = placed(definition.conditions, part, sent.position);
  if (!conditions) throw pastTheEnd(definition.conditions, part.id);
  return { ...definition, conditions };
}

function withExecution(definition: Definition, before: ExecutionPart, sent: SentExecution): Definition {
  const part: ExecutionPart = {
    ...before,
    label: sent.label ?? before.label,
    side: sent.side ?? before.side,
    orderType: sent.order_type ?? before.orderType,
    trigger: sent.trigger ?? before.trigger,
    priceSource: sent.price_source ?? before.priceSource,
    reduceOnly: sent.reduce_only ?? before.reduceOnly,
  };
  const executions = placed(definition.executions, part, sent.position);
  if (!executions) throw pastTheEnd(definition.executions, part.id);
  const linked = { ...part, ...linkOf(part, executions, sent) };
  return { ...definition, executions: executions.map((each) => (each.id === linked.id ? linked : each)) };
}

/** A row that fires on conditions follows no other one; one that follows another fires on each of its fills by default. */
function linkOf(
  part: ExecutionPart,
  executions: readonly ExecutionPart[],
  { depends_on: position, trigger }: SentExecution,
): Pick<ExecutionPart, "dependsOn" | "trigger"> {
  if (position === undefined) {
    return { dependsOn: trigger === "on_conditions" ? null : part.dependsOn, trigger: part.trigger };
  }
  const target = executions[position];
  if (!target) throw unfit("depends_on", `there is no execution at position ${position}: add that one first`);
  const isOpen = trigger === undefined && part.trigger === "on_conditions";
  return { dependsOn: target.id, trigger: isOpen ? "on_partial_fill" : part.trigger };
}

function bookSideOf(side: SentSide): "asks" | "bids" {
  return side === "asks" || side === "buy" ? "asks" : "bids";
}

function pastTheEnd(parts: readonly { readonly id: number }[], id: number) {
  const others = parts.filter((each) => each.id !== id).length;
  return unfit("position", others === 0 ? "the first one is at 0" : `it must be from 0 to ${others}`);
}
