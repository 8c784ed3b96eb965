/** A field for each value that a profile can have, with the bounds and the words of `strategy/list-strategy-options`. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type {
  EditComponentResult,
  ExchangeKey,
  Execution,
  Profile,
} from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { exchangeName } from "../../../live/exchanges.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { announce } from "../../../parts/announce.tsx";
import { Choice, Field } from "../../../parts/field.tsx";
import { say, texts } from "../../../say.ts";
import { changedComponents, fieldName, placeOf, valuesOf, type StrategyOption } from "./profile-values.ts";

const T = texts.trading.strategies.values;

interface ValuesFormProps {
  readonly profile: Profile;
  readonly executions: readonly Execution[];
  readonly options: readonly StrategyOption[];
  readonly keys: readonly ExchangeKey[];
  readonly onChange: () => void;
}

type Warning = EditComponentResult["warnings"][number];

export function ValuesForm({ profile, executions, options, keys, onChange }: ValuesFormProps) {
  const [warnings, setWarnings] = useState<readonly Warning[]>([]);
  const send = async (entered: Entered): Promise<void> => {
    const changed = changedComponents(profile, options, entered);
    if (changed.length === 0) announce(T.nothing);
    try {
      for (const { component, value } of changed) {
        // One after the other: each is checked against those before it.
        const answer = await trading.strategies.editComponent({ id: profile.id, component, value });
        setWarnings(answer.warnings);
      }
      if (changed.length > 0) announce(T.saved);
    } finally {
      if (changed.length > 0) onChange();
    }
  };
  const fields = (place: "profile" | "condition" | "row", row: number) =>
    options
      .filter((option) => placeOf(option) === place)
      .map((option) => (
        <Value
          key={option.name}
          option={option}
          row={row}
          value={valuesOf(profile, option)[row]}
          problem={problemOf(warnings, option, row)}
          keys={keys}
        />
      ));
  return (
    <ActionForm action={T.save} send={send}>
      {warnings.length > 0 && (
        <div class="aged" role="status">
          <strong>{T.missing}</strong>
          <ul>
            {warnings.map(({ parameter, index, message }) => (
              <li key={`${parameter} ${index ?? ""}`}>{`${parameter} ${index ?? ""} ${message}`}</li>
            ))}
          </ul>
        </div>
      )}
      <h3>{T.profile}</h3>
      <div class="fields">{fields("profile", 0)}</div>
      {profile.conditions.map(({ row, name }) => (
        <Group key={row} title={`${say(T.condition, { row })}: ${name}`}>
          {fields("condition", row)}
        </Group>
      ))}
      {profile.executions.map(({ row }) => (
        <Group key={row} title={say(T.row, { row, label: executions[row]?.label ?? "" })}>
          {fields("row", row)}
        </Group>
      ))}
    </ActionForm>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <fieldset>
      <legend>{title}</legend>
      <div class="fields">{children}</div>
    </fieldset>
  );
}

function problemOf(warnings: readonly Warning[], { name, per_row }: StrategyOption, row: number): string | undefined {
  return warnings.find(({ parameter, index }) => parameter === name && (!per_row || index === null || index === row))
    ?.message;
}

interface ValueProps {
  readonly option: StrategyOption;
  readonly row: number;
  /** Undefined: the profile does not show it. */
  readonly value: string | undefined;
  readonly problem: string | undefined;
  readonly keys: readonly ExchangeKey[];
}

function Value({ option, row, value, problem, keys }: ValueProps) {
  const { name, type, allowed, description, required } = option;
  const frame = {
    label: LABELS[name] ?? name,
    hint: [description, boundsText(option), required ? T.required : ""].filter((each) => each !== "").join("; "),
    problem,
    name: fieldName(option, row),
  };
  const initial = value ?? "";
  const first = value === undefined ? T.keepAsIs : T.default;
  if (name === "executable_apikeys") {
    const shown = keys.map(({ id, label, exchange }) => [id, `${label}, ${exchangeName(exchange)}`] as const);
    return <Choice {...frame} initial={initial} choices={[["", first], ...shown]} />;
  }
  if (type === "bool") {
    const known = value === undefined ? ([["", T.keepAsIs]] as const) : [];
    return <Choice {...frame} initial={initial} choices={[...known, ["false", T.no], ["true", T.yes]]} />;
  }
  if (allowed.length > 0) {
    const known = value === undefined || value === "" ? ([["", first]] as const) : [];
    return (
      <Choice {...frame} initial={initial} choices={[...known, ...allowed.map((each) => [each, each] as const)]} />
    );
  }
  return (
    <Field
      {...frame}
      initial={initial}
      autocomplete="off"
      {...(type === "number" ? { inputMode: "decimal" as const } : {})}
    />
  );
}

const LABELS: Readonly<Record<string, string>> = texts.trading.options;

/** Between which values it may be. */
function boundsText({ minimum, maximum }: StrategyOption): string {
  const bounds = texts.trading.bounds;
  if (minimum !== null && maximum !== null) return say(bounds.both, { minimum, maximum });
  if (minimum !== null) return say(bounds.minimum, { minimum });
  return maximum === null ? "" : say(bounds.maximum, { maximum });
}
