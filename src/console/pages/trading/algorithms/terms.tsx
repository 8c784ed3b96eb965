/** What an algorithm is called, what others read about it, and what they pay for it. */
import type { Algorithm, AlgorithmUpdateParams } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Choice, Field, TextArea } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { texts } from "../../../say.ts";

const T = texts.trading.algorithms;

interface TermsProps {
  readonly of: Algorithm;
  /** All that its author sees: each may be its way back. */
  readonly all: readonly Algorithm[];
  readonly onChange: () => void;
}

export function Terms({ of, all, onChange }: TermsProps) {
  const others = all.filter(({ id }) => id !== of.id).map(({ id, name }) => [id, name] as const);
  return (
    <Section title={T.terms.title}>
      <ActionForm
        action={T.terms.save}
        done={T.terms.saved}
        send={(entered) => trading.algorithms.algorithmUpdate(paramsOf(of, entered)).then(onChange)}
      >
        <div class="fields">
          <Field label={T.name} name="name" initial={of.name} maxLength={100} required />
          <Field
            label={T.group}
            name="group_name"
            hint={T.groupHint}
            initial={of.group_name}
            maxLength={100}
            required
          />
          <Choice
            label={T.terms.reverse}
            name="reverse_id"
            hint={T.terms.reverseHint}
            initial={of.reverse_id ?? ""}
            choices={[["", T.terms.noReverse], ...others]}
          />
          <Field label={T.terms.month} name="monthly_fee" initial={of.monthly_fee} inputMode="decimal" required />
          <Field
            label={T.terms.successful}
            name="cpa_successful"
            initial={of.cpa_successful}
            inputMode="decimal"
            required
          />
          <Field label={T.terms.cancelled} name="cpa_canceled" initial={of.cpa_canceled} inputMode="decimal" required />
        </div>
        <TextArea label={T.terms.comments} name="comments" initial={of.comments} maxLength={4000} rows={3} />
      </ActionForm>
    </Section>
  );
}

const MONEY = ["monthly_fee", "cpa_successful", "cpa_canceled"] as const;

/** Only what was changed: of a published algorithm every change begins the next version. */
function paramsOf(of: Algorithm, entered: Entered): AlgorithmUpdateParams {
  const { name = of.name, group_name = of.group_name, comments = "", reverse_id = "" } = entered;
  const changed = MONEY.filter((each) => entered[each] !== undefined && entered[each] !== of[each]);
  return {
    id: of.id,
    name,
    group_name,
    ...(comments === of.comments ? {} : { comments }),
    ...(reverse_id === (of.reverse_id ?? "") ? {} : { reverse_id }),
    ...Object.fromEntries(changed.map((each) => [each, entered[each]])),
  };
}
