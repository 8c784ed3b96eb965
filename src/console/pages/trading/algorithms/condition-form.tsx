/** The fields of a condition, new or as it is: a metric, how it is compared, and with what. */
import { useState } from "preact/hooks";
import type { Condition, ConditionOperator } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { Choice, Field } from "../../../parts/field.tsx";
import { Show } from "../../../parts/states.tsx";
import { say, texts } from "../../../say.ts";
import { indicatorIn, nameAfter } from "./condition-name.ts";
import { PlaceField } from "./place-field.tsx";

const T = texts.trading.algorithms;
const S = texts.trading.sentences;

/** What the form sends. */
export interface SentCondition {
  readonly name: string;
  readonly join: "and" | "or";
  /** Undefined for the place where it is; the end for a new one. */
  readonly position: number | undefined;
}

interface ConditionFormProps {
  /** Of the button. */
  readonly action: string;
  readonly done: string;
  /** Undefined for a new one. */
  readonly before?: Condition;
  /** Conditions that the algorithm has. */
  readonly count: number;
  readonly send: (condition: SentCondition) => Promise<unknown>;
}

export function ConditionForm(props: ConditionFormProps) {
  const operators = useAsked((signal) => trading.algorithms.listConditionOperators({}, { signal }), []);
  return <Show asked={operators}>{(found) => <Fields {...props} operators={found} />}</Show>;
}

interface FieldsProps extends ConditionFormProps {
  readonly operators: readonly ConditionOperator[];
}

/** These have no value that a condition could name. */
const WITHOUT_SOURCE = new Set(["funding_rate", "signal_status"]);
const METRICS = [
  ...Object.entries(S.metrics).filter(([id]) => !WITHOUT_SOURCE.has(id)),
  ["indicator", say(S.indicator, { name: "" })] as const,
];

function Fields({ action, done, before, count, send, operators }: FieldsProps) {
  const [metric, setMetric] = useState<string>(before?.operand1 ?? "spread");
  const [relation, setRelation] = useState<string>(before?.operator ?? "less_than");
  const operands = operators.find(({ id }) => id === relation)?.operand_types.at(-1) ?? [];
  const isFirst = count === 0 || before?.position === 0;
  return (
    <ActionForm
      action={action}
      done={done}
      send={({ indicator = "", operand, join, position }) =>
        send({
          name: nameAfter(before, { metric, indicator, relation, operand }),
          join: join === "or" ? "or" : "and",
          position: position === undefined ? undefined : Number(position),
        })
      }
    >
      <div class="fields">
        <Choice
          label={T.metric}
          choices={METRICS}
          value={metric}
          onChange={(event) => setMetric(event.currentTarget.value)}
        />
        {metric === "indicator" && (
          <Field
            label={T.indicator}
            name="indicator"
            hint={T.indicatorHint}
            initial={before ? indicatorIn(before) : ""}
            required
          />
        )}
        <Choice
          label={T.relation}
          choices={operators.map(({ id, name }) => [id, name] as const)}
          value={relation}
          onChange={(event) => setRelation(event.currentTarget.value)}
        />
        {operands.length > 0 && (
          <Choice
            label={T.operand}
            name="operand"
            choices={operands.map((id) => [id, say(S.operands[id], { first: S.someValue })] as const)}
            {...(before?.operand2 ? { value: before.operand2 } : {})}
          />
        )}
        {!isFirst && (
          <Choice label={T.join} name="join" choices={Object.entries(T.joins)} initial={before?.join ?? "and"} />
        )}
        {before && count > 1 && <PlaceField position={before.position} count={count} />}
      </div>
    </ActionForm>
  );
}
