/** Fields of forms, each with its label, its hint and what is wrong with it. */
import type { ComponentChildren, TargetedEvent } from "preact";
import { useId } from "preact/hooks";

interface Labelled {
  readonly label: string;
  readonly hint?: ComponentChildren;
  /** What is wrong with what was entered. */
  readonly problem?: string | undefined;
}

/** What a field takes of the element's own attributes. */
interface Entry<Element extends HTMLElement> {
  readonly name?: string;
  /** For a page that knows each change by `onInput`: without it, what was typed is lost when the page is shown again. */
  readonly value?: string;
  /** What stands in it at first. Unlike `value`, it does not take the place of what a person has typed. */
  readonly initial?: string;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  readonly autocomplete?: string;
  readonly autofocus?: boolean;
  readonly maxLength?: number;
  readonly onInput?: (event: TargetedEvent<Element>) => void;
}

interface FieldProps extends Labelled, Entry<HTMLInputElement> {
  readonly type?: "text" | "search" | "password" | "email" | "url" | "number" | "date" | "datetime-local";
  readonly inputMode?: "numeric" | "decimal" | "email" | "url";
  readonly pattern?: string;
  readonly min?: string | number;
  readonly max?: string | number;
  readonly step?: string | number;
  /** The id of a `datalist` with suggestions. */
  readonly list?: string;
}

export function Field({ label, hint, problem, initial, ...input }: FieldProps) {
  return (
    <Framed label={label} hint={hint} problem={problem}>
      {(names) => (
        <input {...names} {...(initial === undefined ? {} : { defaultValue: initial })} {...(input as object)} />
      )}
    </Framed>
  );
}

interface TextAreaProps extends Labelled, Entry<HTMLTextAreaElement> {
  readonly rows?: number;
}

export function TextArea({ label, hint, problem, initial, ...input }: TextAreaProps) {
  return (
    <Framed label={label} hint={hint} problem={problem}>
      {(names) => <textarea {...names} {...(initial === undefined ? {} : { defaultValue: initial })} {...input} />}
    </Framed>
  );
}

interface ChoiceProps extends Labelled {
  /** Value and what is shown for it. */
  readonly choices: readonly (readonly [value: string, title: string])[];
  readonly name?: string;
  /** For a page that knows each change by `onChange`. */
  readonly value?: string;
  /** What is chosen at first. Unlike `value`, it does not take the place of what a person has chosen. */
  readonly initial?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly onChange?: (event: TargetedEvent<HTMLSelectElement>) => void;
}

export function Choice({ label, hint, problem, choices, value, initial, ...select }: ChoiceProps) {
  const marked = (each: string): object =>
    initial === undefined ? { selected: each === value } : { defaultSelected: each === initial };
  return (
    <Framed label={label} hint={hint} problem={problem}>
      {(names) => (
        <select {...names} {...select}>
          {choices.map(([each, title]) => (
            <option key={each} value={each} {...marked(each)}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Framed>
  );
}

interface CheckProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly name?: string;
  /** What is sent when it is checked; without one `on`. */
  readonly value?: string;
  /** For a page that knows each change by `onChange`. */
  readonly checked?: boolean;
  /** Whether it is checked at first. Unlike `checked`, it does not take the place of what a person has chosen. */
  readonly initial?: boolean;
  readonly disabled?: boolean;
  readonly onChange?: (event: TargetedEvent<HTMLInputElement>) => void;
}

export function Check({ label, hint, initial, ...input }: CheckProps) {
  const id = useId();
  const atFirst = initial === undefined ? {} : { defaultChecked: initial };
  return (
    <p class="field check">
      <input type="checkbox" id={id} {...atFirst} {...input} />
      <label for={id}>{label}</label>
      {hint !== undefined && <span class="hint">{hint}</span>}
    </p>
  );
}

interface Names {
  readonly id: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: "true";
}

function Framed({
  label,
  hint,
  problem,
  children,
}: Labelled & { readonly children: (names: Names) => ComponentChildren }) {
  const id = useId();
  const described = [hint === undefined ? "" : `${id}-hint`, problem === undefined ? "" : `${id}-problem`];
  const names = {
    id,
    ...(described.join("") === "" ? {} : { "aria-describedby": described.filter((each) => each !== "").join(" ") }),
    ...(problem === undefined ? {} : { "aria-invalid": "true" as const }),
  };
  return (
    <p class="field">
      <label for={id}>{label}</label>
      {children(names)}
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {problem !== undefined && (
        <span class="problem" id={`${id}-problem`}>
          {problem}
        </span>
      )}
    </p>
  );
}
