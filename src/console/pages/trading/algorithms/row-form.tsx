/** The fields of a row, new or as it is: the recipe for one order. */
import { useState } from "preact/hooks";
import type { Execution, ExecutionAddParams } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Check, Choice, Field } from "../../../parts/field.tsx";
import { Show } from "../../../parts/states.tsx";
import { texts } from "../../../say.ts";
import { PlaceField } from "./place-field.tsx";

const T = texts.trading.algorithms;

/** What the form sends. */
export type SentRow = Omit<ExecutionAddParams, "algorithm_id">;

interface RowFormProps {
  /** Of the button. */
  readonly action: string;
  readonly done: string;
  /** Undefined for a new one. */
  readonly before?: Execution;
  readonly rows: readonly Execution[];
  readonly send: (row: SentRow) => Promise<unknown>;
}

export function RowForm({ action, done, before, rows, send }: RowFormProps) {
  const types = useAsked((signal) => trading.algorithms.listOrderTypes({}, { signal }), []);
  const [depends, setDepends] = useState(before?.depends_on === null ? "" : String(before?.depends_on ?? ""));
  const others = rows.filter(({ id }) => id !== before?.id);
  return (
    <Show asked={types}>
      {(found) => (
        <ActionForm action={action} done={done} send={(entered) => send(rowOf(depends, entered))}>
          <div class="fields">
            <Field label={T.label} name="label" maxLength={100} initial={before?.label ?? ""} />
            <Choice label={T.side} name="side" choices={Object.entries(T.sides)} initial={before?.side ?? "buy"} />
            <Choice
              label={T.orderType}
              name="order_type"
              choices={found.map(({ id, name }) => [id, name] as const)}
              initial={before?.order_type ?? "limit"}
            />
            <Choice
              label={T.priceSource}
              name="price_source"
              choices={Object.entries(T.priceSources)}
              initial={before?.price_source ?? "same"}
            />
            {others.length > 0 && (
              <Choice
                label={T.depends}
                choices={[["", T.none], ...others.map(({ position }) => [String(position), String(position)] as const)]}
                value={depends}
                onChange={(event) => setDepends(event.currentTarget.value)}
              />
            )}
            {depends !== "" && (
              <Choice
                label={T.trigger}
                name="trigger"
                choices={Object.entries(T.triggers)}
                initial={before?.depends_on === null ? "on_partial_fill" : (before?.trigger ?? "on_partial_fill")}
              />
            )}
            {before && rows.length > 1 && <PlaceField position={before.position} count={rows.length} />}
          </div>
          <Check label={T.reduceOnly} name="reduce_only" initial={before?.reduce_only === true} />
        </ActionForm>
      )}
    </Show>
  );
}

/** Values come from the lists above; the platform checks them again. */
function rowOf(depends: string, entered: Entered): SentRow {
  const { side, order_type, label = "", trigger, price_source, reduce_only, position } = entered;
  return {
    side: side as SentRow["side"],
    order_type: order_type as SentRow["order_type"],
    price_source: price_source as "same",
    reduce_only: reduce_only !== undefined,
    label,
    ...(position === undefined ? {} : { position: Number(position) }),
    ...(depends === "" ? { trigger: "on_conditions" } : { depends_on: Number(depends), trigger: trigger as "on_fill" }),
  };
}
