/** A description as a form and as JSON, side by side, with what the registry says of it while it is written. */
import { useEffect, useState } from "preact/hooks";
import type { ServerDetail } from "../../../../../clients/typescript/src/registry.ts";
import { registry } from "../../../live/clients.ts";
import { useAsked } from "../../../live/asked.ts";
import { go } from "../../../live/place.ts";
import { mayDo, registryCaller } from "../../../live/registry-caller.ts";
import { useSettled } from "../../../live/settled.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { announce } from "../../../parts/announce.tsx";
import { TextArea } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { Aged } from "../../../parts/states.tsx";
import { count, say, texts } from "../../../say.ts";
import { versionAddress } from "../core/addresses.ts";
import { otherIssues, draftIn, textAt, writeDraft, type Issue } from "../core/draft.ts";
import "../registry.css";
import type { Draft } from "./draft-fields.tsx";
import { DraftForm } from "./draft-form.tsx";

const T = texts.registry.publish;

/** What was written, by page, until it is published: signing in on the way must not lose it. */
const kept = new Map<string, string>();

interface EditorProps {
  /** Names what is kept of this page. */
  readonly page: string;
  readonly initial: string;
  readonly isEdit: boolean;
  readonly action: string;
  readonly send: (document: ServerDetail) => Promise<unknown>;
}

export function Editor({ page, initial, isEdit, action, send }: EditorProps) {
  const [text, setText] = useState(kept.get(page) ?? initial);
  const isTouched = text !== initial;
  useEffect(() => {
    if (isTouched) kept.set(page, text);
  }, [text]);
  const read = draftIn(text);
  const settled = useSettled(text);
  const checked = useAsked(async (signal) => issuesOf(settled, signal), [settled]);
  const issues = isTouched || isEdit ? (checked.value?.issues ?? []) : [];
  const isChecked = read.kind === "document" && checked.value?.text === text.trim();
  const isChecking = read.kind === "document" && !isChecked && !checked.failure;
  const shown = new Set<string>();
  const name = read.kind === "document" ? textAt(read.document, "name") : "";
  const publish = async (): Promise<void> => {
    if (read.kind !== "document") return;
    // The registry checks it again, and says what is wrong with it.
    await send(read.document as unknown as ServerDetail);
    kept.delete(page);
    announce(say(T.done, { name }));
    go(versionAddress(name, textAt(read.document, "version")));
  };
  const draft: Draft | undefined =
    read.kind === "document"
      ? { document: read.document, issues, shown, change: (document) => setText(writeDraft(document)) }
      : undefined;
  const nameProblem = whyNot(name, isEdit);
  return (
    <>
      <div class="side-by-side">
        <div>
          {draft ? (
            <DraftForm draft={draft} isEdit={isEdit} nameProblem={isTouched ? nameProblem : undefined} />
          ) : (
            <p>{T.noForm}</p>
          )}
        </div>
        <div class="document">
          <TextArea
            label={T.json}
            hint={T.jsonHint}
            problem={read.kind === "unreadable" ? say(T.unreadable, { message: read.message }) : undefined}
            value={text}
            rows={24}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </div>
      </div>
      <Section title={T.check}>
        <Aged asked={checked} />
        {isTouched || isEdit ? (
          <Findings issues={issues} shown={shown} verdict={isChecked ? "known" : isChecking ? "asked" : "none"} />
        ) : (
          <p role="status">{T.start}</p>
        )}
        <ActionForm action={action} send={publish} isDisabled={read.kind === "unreadable"} />
      </Section>
    </>
  );
}

interface Checked {
  readonly text: string;
  readonly issues: readonly Issue[];
}

async function issuesOf(text: string, signal: AbortSignal): Promise<Checked> {
  const read = draftIn(text);
  if (read.kind === "unreadable") return { text, issues: [] };
  const { issues } = await registry.publishing.validateServer({ body: { ...read.document } }, { signal });
  return { text, issues };
}

/** Why the session cannot publish under a name. The registry decides; this says it while the name is typed. */
function whyNot(name: string, isEdit: boolean): string | undefined {
  const caller = registryCaller.value;
  if (!caller || name === "" || mayDo(caller, isEdit ? "edit" : "publish", name)) return undefined;
  return say(T.notYours, { subject: caller.subject });
}

interface FindingsProps {
  readonly issues: readonly Issue[];
  /** Filled while the form is drawn, which comes before this. */
  readonly shown: ReadonlySet<string>;
  /** Whether the issues are those of what is written now. Of JSON that cannot be read there are none. */
  readonly verdict: "known" | "asked" | "none";
}

function Findings({ issues, shown, verdict }: FindingsProps) {
  const errors = issues.filter(({ severity }) => severity === "error").length;
  const others = otherIssues(issues, shown);
  const says = { known: errors === 0 ? T.valid : count(errors, T.errors), asked: T.checking, none: "" };
  return (
    <>
      <p role="status">{says[verdict]}</p>
      {others.length > 0 && (
        <ul class="issues">
          {others.map(({ path, message, severity }) => (
            <li key={`${path} ${message}`}>
              {T.severities[severity]} <code>{path === "" ? T.wholeDocument : path}</code>: {message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
