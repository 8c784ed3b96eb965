/** How the account is shown as a developer of signals, and the key with which its programs seal signals. */
import { useState } from "preact/hooks";
import type {
  CreateDeveloperKeyResult,
  EditDeveloperParams,
  ShowDeveloperResult,
} from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { tradingUser } from "../../../live/identity.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Snippet } from "../../../parts/copy.tsx";
import { Danger } from "../../../parts/dialog.tsx";
import { Facts } from "../../../parts/facts.tsx";
import { Field, TextArea } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { texts } from "../../../say.ts";
import { findDeveloper } from "./own-developer.ts";

const T = texts.trading.signals.developer;

export function Developer() {
  const user = tradingUser.value;
  const uid = String(user?.uid ?? "");
  const asked = useAsked((ending) => findDeveloper(uid, ending), [uid]);
  if (user?.is_subaccount === true) return <Empty title={T.mainOnly} />;
  return (
    <>
      <Show asked={asked}>
        {(developer) => (
          <>
            {developer && (
              <Section title={T.record}>
                <DeveloperFacts of={developer} />
              </Section>
            )}
            <Shown of={developer} onChange={asked.again} />
          </>
        )}
      </Show>
      <DeveloperKey />
    </>
  );
}

export function DeveloperFacts({ of }: { readonly of: ShowDeveloperResult }) {
  const { verified, success_rate, subscribers, signals } = of;
  return (
    <Facts
      facts={[
        [
          T.verified,
          verified ? <Badge tone="good" text={T.isVerified} /> : <span class="faint">{T.isNotVerified}</span>,
        ],
        [T.signals, signals.length],
        [T.success, `${success_rate} %`],
        [T.subscribers, subscribers],
      ]}
    />
  );
}

interface ShownProps {
  readonly of: ShowDeveloperResult | null;
  readonly onChange: () => void;
}

function Shown({ of, onChange }: ShownProps) {
  return (
    <Section title={T.shown}>
      <ActionForm
        action={T.save}
        done={T.saved}
        send={async ({ name, description = "", website = "" }) => {
          const params: EditDeveloperParams = { description, website, ...(name === undefined ? {} : { name }) };
          await trading.signals.editDeveloper(params);
          onChange();
        }}
      >
        <div class="fields">
          <Field label={T.name} name="name" initial={of?.name ?? ""} maxLength={100} required />
          <Field label={T.website} name="website" hint={T.websiteHint} initial={of?.website ?? ""} maxLength={200} />
        </div>
        <TextArea label={T.description} name="description" initial={of?.description ?? ""} maxLength={2000} rows={3} />
      </ActionForm>
    </Section>
  );
}

function DeveloperKey() {
  const [made, setMade] = useState<CreateDeveloperKeyResult>();
  return (
    <Section title={T.key}>
      <p>{T.keyWhat}</p>
      {made && (
        <>
          <p>{T.keyOnce}</p>
          <Snippet text={made.key} what={T.keyName} />
          <Snippet text={made.secret} what={T.secret} />
        </>
      )}
      <Danger
        action={T.makeKey}
        question={T.makeKeyQuestion}
        consequence={<p>{T.makeKeyConsequence}</p>}
        name={T.makeKeyTyped}
        done={T.keyMade}
        send={async () => setMade(await trading.signals.createDeveloperKey())}
      />
    </Section>
  );
}
