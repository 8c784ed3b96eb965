/** The form with which a signal is published. */
import { useState } from "preact/hooks";
import type { PublishSignalParams } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { go, withParams } from "../../../live/place.ts";
import { useSendOnce } from "../../../live/send-once.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Choice, Field, TextArea } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { texts } from "../../../say.ts";
import { MarketField } from "../spreads/market-field.tsx";
import { linkToSignal } from "./signal-columns.tsx";

const T = texts.trading.signals.publish;

export function PublishSignal() {
  const [code, setCode] = useState("");
  const once = useSendOnce();
  const send = async (entered: Entered): Promise<void> => {
    const params = paramsOf(code, entered);
    const { id } = await once(params, (options) => trading.signals.publishSignal(params, options));
    go(linkToSignal(id));
  };
  return (
    <Section title={T.title} actions={<a href={withParams({ panel: undefined })}>{texts.dialog.close}</a>}>
      <p>{T.what}</p>
      <ActionForm action={T.action} done={T.done} isDisabled={code === ""} send={send}>
        <div class="fields">
          <Field label={T.name} name="name" maxLength={100} required />
          <MarketField label={T.market} value={code} onChoose={setCode} />
          <Choice label={T.position} name="position" choices={Object.entries(T.positions)} initial="both" />
          <Field label={T.price} name="price" hint={T.priceHint} inputMode="decimal" initial="0" required />
          <Field
            label={T.most}
            name="subscribers_max"
            inputMode="numeric"
            pattern="[0-9]{1,4}"
            initial="1000"
            required
          />
          <Field label={T.commissions} name="commissions" hint={T.commissionsHint} inputMode="decimal" />
        </div>
        <TextArea label={T.description} name="description" maxLength={2000} rows={3} />
      </ActionForm>
    </Section>
  );
}

function paramsOf(code: string, entered: Entered): PublishSignalParams {
  const { name = "", description, position, commissions, price, subscribers_max = "" } = entered;
  return {
    name,
    code,
    subscribers_max: Number(subscribers_max),
    ...(position === "long" || position === "short" ? { position } : {}),
    ...(description === undefined ? {} : { description }),
    ...(commissions === undefined ? {} : { commissions }),
    ...(price === undefined ? {} : { price }),
  };
}
