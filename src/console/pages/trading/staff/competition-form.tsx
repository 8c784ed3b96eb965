/** The fields of a competition, for admins: a new one, or one that is changed. */
import type { Competition, CreateCompetitionParams } from "../../../../../clients/typescript/src/trading.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Check, Choice, Field, TextArea } from "../../../parts/field.tsx";
import { texts } from "../../../say.ts";
import { localOfSeconds, secondsOfLocal } from "../account/local-time.ts";

const T = texts.trading.competitions;

interface CompetitionFormProps {
  /** Of the button. */
  readonly action: string;
  readonly done: string;
  /** Undefined for a new one. */
  readonly before?: Competition;
  readonly send: (terms: CreateCompetitionParams) => Promise<unknown>;
}

export function CompetitionForm({ action, done, before, send }: CompetitionFormProps) {
  const start = before === undefined ? "" : localOfSeconds(before.starts_at);
  const end = before === undefined ? "" : localOfSeconds(before.ends_at);
  return (
    <ActionForm action={action} done={done} clears={before === undefined} send={(entered) => send(termsOf(entered))}>
      <div class="fields">
        <Field label={T.form.title} name="title" initial={before?.title ?? ""} maxLength={120} required />
        <Choice
          label={T.form.metric}
          name="metric"
          choices={Object.entries(T.metrics)}
          initial={before?.metric ?? "return_percent"}
        />
        <Field label={T.form.prize} name="prize" initial={before?.prize ?? ""} inputMode="decimal" required />
        <Field label={T.form.currency} name="currency" initial={before?.currency ?? "USD"} maxLength={16} required />
        <Field label={T.form.starts} name="starts" type="datetime-local" initial={start} required />
        <Field label={T.form.ends} name="ends" type="datetime-local" initial={end} required />
      </div>
      <TextArea
        label={T.form.description}
        name="description"
        initial={before?.description ?? ""}
        maxLength={5000}
        rows={3}
        required
      />
      <Check label={T.form.lateJoin} name="late_join" initial={before?.late_join ?? true} />
      <Check label={T.form.leaveLate} name="leave_after_start" initial={before?.leave_after_start ?? false} />
    </ActionForm>
  );
}

function termsOf(entered: Entered): CreateCompetitionParams {
  const { title = "", description = "", prize = "", currency = "", metric, starts = "", ends = "" } = entered;
  return {
    title,
    description,
    prize,
    currency,
    metric: metric as CreateCompetitionParams["metric"],
    starts_at: secondsOfLocal(starts),
    ends_at: secondsOfLocal(ends),
    late_join: entered["late_join"] !== undefined,
    leave_after_start: entered["leave_after_start"] !== undefined,
  };
}
