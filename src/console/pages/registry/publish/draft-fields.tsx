/** Fields of a draft, each with what the registry says of its place. */
import type { ComponentChildren } from "preact";
import { Check, Choice, Field } from "../../../parts/field.tsx";
import { texts } from "../../../say.ts";
import { lengthAt, textAt, memberAt, withEntry, withValue, type DraftDocument, type Issue } from "../core/draft.ts";

const T = texts.registry.publish;

export interface Draft {
  readonly document: DraftDocument;
  readonly issues: readonly Issue[];
  /** Places that have a field of their own. */
  readonly shown: Set<string>;
  readonly change: (document: DraftDocument) => void;
}

interface PlaceProps {
  readonly draft: Draft;
  /** Such as `packages[0].identifier`. */
  readonly path: string;
  readonly label: string;
}

interface DraftFieldProps extends PlaceProps {
  readonly hint?: string;
  /** What else is wrong with it. */
  readonly problem?: string | undefined;
  readonly readOnly?: boolean;
  readonly type?: "text" | "url";
}

export function DraftField({ draft, path, label, hint, problem, readOnly = false, type = "text" }: DraftFieldProps) {
  return (
    <Field
      label={label}
      type={type}
      autocomplete="off"
      readOnly={readOnly}
      {...sayings(draft, path, hint, problem)}
      value={textAt(draft.document, path)}
      onInput={({ currentTarget: { value } }) => set(draft, path, value)}
    />
  );
}

export function DraftChoice({ draft, path, label, choices }: PlaceProps & { readonly choices: readonly string[] }) {
  const value = textAt(draft.document, path);
  const known = choices.includes(value) ? choices : [value, ...choices];
  return (
    <Choice
      label={label}
      {...sayings(draft, path)}
      choices={known.map((each) => [each, each === "" ? T.choose : each] as const)}
      value={value}
      onChange={(event) => set(draft, path, event.currentTarget.value)}
    />
  );
}

export function DraftCheck({ draft, path, label }: PlaceProps) {
  const isOn = memberAt(draft.document, path) === true;
  draft.shown.add(path);
  return (
    <Check
      label={label}
      checked={isOn}
      onChange={() => draft.change(withValue(draft.document, path, isOn ? undefined : true))}
    />
  );
}

interface DraftListProps extends PlaceProps {
  /** Of the button that adds an entry. */
  readonly add: string;
  readonly entry: DraftDocument;
  readonly children: (path: string) => ComponentChildren;
}

/** Entries of a list; each can be taken out, and one more can be added. */
export function DraftList({ draft, path, label, add, entry, children }: DraftListProps) {
  const entries = Array.from({ length: lengthAt(draft.document, path) }, (_, at) => at);
  return (
    <>
      {entries.map((at) => (
        <fieldset class="entry" key={at}>
          <legend>{`${label} ${at + 1}`}</legend>
          {children(`${path}[${at}]`)}
          <button
            type="button"
            onClick={() => draft.change(withValue(draft.document, `${path}[${at}]`, undefined))}
            aria-label={`${T.remove} ${label} ${at + 1}`}
          >
            {T.remove}
          </button>
        </fieldset>
      ))}
      <p>
        <button type="button" onClick={() => draft.change(withEntry(draft.document, path, entry))}>
          {add}
        </button>
      </p>
    </>
  );
}

function set(draft: Draft, path: string, value: string): void {
  draft.change(withValue(draft.document, path, value === "" ? undefined : value));
}

/** Errors stand below a field; without any, advice stands in its hint. */
function sayings({ issues, shown }: Draft, path: string, hint = "", problem?: string) {
  shown.add(path);
  const here = issues.filter((issue) => issue.path === path);
  const errors = here.filter(({ severity }) => severity === "error").map(({ message }) => message);
  const advice = here.filter(({ severity }) => severity !== "error").map(({ message }) => message);
  // Advice about a value that is refused anyway only hides why.
  const hints = [hint, ...(errors.length === 0 ? advice : [])].filter((text) => text !== "").join(" · ");
  const problems = [...errors, ...(problem === undefined ? [] : [problem])].join(" · ");
  return { ...(hints !== "" && { hint: hints }), ...(problems !== "" && { problem: problems }) };
}
