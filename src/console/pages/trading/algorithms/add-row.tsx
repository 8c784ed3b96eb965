/** A new row of an algorithm: the recipe for one order. */
import { useState } from "preact/hooks";
import type { Execution, ExecutionAddParams } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Choice, Field } from "../../../parts/field.tsx";
import { Show } from "../../../parts/states.tsx";
import { texts } from "../../../say.ts";

const T = texts.trading.algorithms;

interface AddRowProps {
  readonly algorithmId: string;
  readonly rows: readonly Execution[];
  readonly onChange: () => void;
}

export function AddRow({ algorithmId, rows, onChange }: AddRowProps) {
  const types = useAsked((signal) => trading.algorithms.listOrderTypes({}, { signal }), []);
  const [depends, setDepends] = useState("");
  return (
    <Show asked={types}>
      {(found) => (
        <ActionForm
          action={T.addRow}
          done={T.rowAdded}
          send={async (entered) => {
            await trading.algorithms.executionAdd(rowOf(algorithmId, depends, entered));
            onChange();
          }}
        >
          <div class="fields">
            <Field label={T.label} name="label" maxLength={50} />
            <Choice label={T.side} name="side" choices={Object.entries(T.sides)} initial="buy" />
            <Choice
              label={T.orderType}
              name="order_type"
              choices={found.map(({ id, name }) => [id, name] as const)}
              initial="limit"
            />
            {rows.length > 0 && (
              <Choice
                label={T.depends}
                choices={[["", T.none], ...rows.map(({ position }) => [String(position), String(position)] as const)]}
                value={depends}
                onChange={(event) => setDepends(event.currentTarget.value)}
              />
            )}
            {depends !== "" && (
              <Choice label={T.trigger} name="trigger" choices={Object.entries(T.triggers)} initial="on_partial_fill" />
            )}
          </div>
        </ActionForm>
      )}
    </Show>
  );
}

/** Values come from the lists above; the platform checks them again. */
function rowOf(
  algorithm_id: string,
  depends: string,
  { side, order_type, label, trigger }: Entered,
): ExecutionAddParams {
  return {
    algorithm_id,
    side: side as ExecutionAddParams["side"],
    order_type: order_type as ExecutionAddParams["order_type"],
    ...(label === undefined ? {} : { label }),
    ...(depends === "" ? {} : { depends_on: Number(depends), trigger: trigger as "on_fill" }),
  };
}
