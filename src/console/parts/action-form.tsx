/** A form that does one thing: it is sent once at a time, says what came of it, and keeps what was entered if it failed. */
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { failureOf, type Failure } from "../live/failure.ts";
import { noteFailure } from "../live/lost-sessions.ts";
import { say, texts } from "../say.ts";
import { announce, LONG_MS } from "./announce.tsx";
import { Failed } from "./states.tsx";

/** What was entered, by the names of the fields. Empty fields are left out. */
export type Entered = Readonly<Record<string, string>>;

interface ActionFormProps {
  /** Of the button. */
  readonly action: string;
  /** Does it. An error is shown in the form. */
  readonly send: (entered: Entered) => Promise<unknown>;
  /** Announced afterwards. */
  readonly done?: string;
  readonly isDanger?: boolean;
  /** One of several buttons, and not what the page is for. */
  readonly isMinor?: boolean;
  readonly isDisabled?: boolean;
  /** The button has the focus when the form appears, so that Enter does it. */
  readonly isFocused?: boolean;
  /** Empties the fields afterwards. */
  readonly clears?: boolean;
  /** Beside the button. */
  readonly beside?: ComponentChildren;
  readonly children?: ComponentChildren;
}

export function ActionForm(props: ActionFormProps) {
  const { action, send, done, isDanger, isMinor, isDisabled, isFocused, clears, beside, children } = props;
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isSending || !form.current) return;
    setSending(true);
    setFailure(undefined);
    try {
      await send(enteredIn(form.current));
      if (done !== undefined) announce(done);
      if (clears === true) form.current?.reset();
    } catch (error) {
      const failed = noteFailure(failureOf(error));
      setFailure(failed);
      // The form was closed, or another page was opened, before the answer came.
      if (!form.current) announce(sentenceBehind(action, failed), LONG_MS);
    } finally {
      setSending(false);
    }
  };
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} aria-busy={isSending}>
      {children}
      {failure && <Failed failure={failure} />}
      {failure?.mayHaveHappened === true && <p>{texts.states.mayHaveHappened}</p>}
      <div class="actions">
        <button
          type="submit"
          class={buttonClass(isDanger, isMinor)}
          disabled={isDisabled === true}
          autofocus={isFocused === true}
        >
          {isSending ? texts.states.sending : action}
        </button>
        {beside}
      </div>
    </form>
  );
}

function sentenceBehind(action: string, { message, mayHaveHappened }: Failure): string {
  const sentence = say(texts.states.failedBehind, { action, message });
  return mayHaveHappened ? `${sentence} ${texts.states.mayHaveHappened}` : sentence;
}

function buttonClass(isDanger = false, isMinor = false): string {
  if (isDanger) return "danger";
  return isMinor ? "" : "primary";
}

function enteredIn(form: HTMLFormElement): Entered {
  const entered: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && value !== "") entered[name] = value;
  }
  return entered;
}
