/** A new condition of an algorithm, with the sentence that it makes. */
import { useState } from "preact/hooks";
import type { ConditionOperator } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { Choice, Field } from "../../../parts/field.tsx";
import { Show } from "../../../parts/states.tsx";
import { say, texts } from "../../../say.ts";
import { conditionName } from "./condition-name.ts";

const T = texts.trading.algorithms;
const S = texts.trading.sentences;

interface AddConditionProps {
  readonly algorithmId: string;
  readonly isFirst: boolean;
  readonly onChange: () => void;
}

export function AddCondition(props: AddConditionProps) {
  const operators = useAsked((signal) => trading.algorithms.listConditionOperators({}, { signal }), []);
  return <Show asked={operators}>{(found) => <ConditionForm {...props} operators={found} />}</Show>;
}

interface ConditionFormProps extends AddConditionProps {
  readonly operators: readonly ConditionOperator[];
}

/** These have no value that a condition could name. */
const WITHOUT_SOURCE = new Set(["funding_rate", "signal_status"]);
const METRICS = [
  ...Object.entries(S.metrics).filter(([id]) => !WITHOUT_SOURCE.has(id)),
  ["indicator", say(S.indicator, { name: "" })] as const,
];

function ConditionForm({ algorithmId, isFirst, onChange, operators }: ConditionFormProps) {
  const [metric, setMetric] = useState("spread");
  const [relation, setRelation] = useState("less_than");
  const operands = operators.find(({ id }) => id === relation)?.operand_types.at(-1) ?? [];
  return (
    <ActionForm
      action={T.addCondition}
      done={T.conditionAdded}
      send={async ({ indicator = "", operand, join }) => {
        const name = conditionName({ metric, indicator, relation, operand });
        const joined = join === "or" ? "or" : "and";
        await trading.algorithms.conditionAdd({ algorithm_id: algorithmId, name, join: joined });
        onChange();
      }}
    >
      <div class="fields">
        <Choice
          label={T.metric}
          choices={METRICS}
          value={metric}
          onChange={(event) => setMetric(event.currentTarget.value)}
        />
        {metric === "indicator" && <Field label={T.indicator} name="indicator" hint={T.indicatorHint} required />}
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
          />
        )}
        {!isFirst && <Choice label={T.join} name="join" choices={Object.entries(T.joins)} initial="and" />}
      </div>
    </ActionForm>
  );
}
