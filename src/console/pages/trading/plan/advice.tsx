/** Which plan is enough: the cheapest one for what a person needs, and why. */
import { useState } from "preact/hooks";
import type { RecommendPackageResult } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Field } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.trading.plan.advice;
const NEEDS = ["strategies", "exchanges", "subaccounts", "orders_per_second"] as const;

export function Advice() {
  const [advice, setAdvice] = useState<RecommendPackageResult>();
  const send = async (entered: Entered): Promise<void> => {
    const needs = NEEDS.flatMap((need) =>
      entered[need] === undefined ? [] : [[need, Number(entered[need])] as const],
    );
    const quantity = entered["qty_parent"];
    const params = { ...Object.fromEntries(needs), ...(quantity === undefined ? {} : { qty_parent: quantity }) };
    setAdvice(await trading.billing.recommendPackage(params));
  };
  return (
    <Section title={T.title}>
      <p>{T.what}</p>
      <ActionForm action={T.ask} isMinor send={send}>
        <div class="fields">
          {NEEDS.map((need) => (
            <Field key={need} label={T.needs[need]} name={need} type="number" min={0} step={1} />
          ))}
          <Field label={T.needs.qty_parent} name="qty_parent" inputMode="decimal" autocomplete="off" />
        </div>
      </ActionForm>
      <div role="status">{advice && <Advised advice={advice} />}</div>
    </Section>
  );
}

function Advised({
  advice: { recommended, score, reasons, alternatives },
}: {
  readonly advice: RecommendPackageResult;
}) {
  const { name, price, currency } = recommended;
  return (
    <>
      <p>
        <strong>{say(score < 1 ? T.closest : T.enough, { name, price, currency })}</strong>
      </p>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {alternatives.length > 0 && <p>{say(T.others, { names: alternatives.map((each) => each.name).join(", ") })}</p>}
    </>
  );
}
