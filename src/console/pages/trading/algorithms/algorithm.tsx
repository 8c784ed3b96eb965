/** One algorithm, read aloud; of one's own, conditions and rows are added and removed, and it is checked and published. */
import { useState } from "preact/hooks";
import type { Algorithm as Built, ValidateAlgorithmResult } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { tradingUser } from "../../../live/identity.ts";
import { go } from "../../../live/place.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { Danger } from "../../../parts/dialog.tsx";
import { Page, Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { say, texts } from "../../../say.ts";
import type { PageProps } from "../../../shell/pages.ts";
import { AddCondition } from "./add-condition.tsx";
import { AddRow } from "./add-row.tsx";
import { readAlgorithms } from "./algorithms.tsx";
import { conditionSentence, executionSentence } from "./sentences.ts";
import { Spoken } from "./spoken.tsx";

const T = texts.trading.algorithms;

export function Algorithm({ params }: PageProps) {
  const asked = useAsked(
    async (signal) => ({ found: (await readAlgorithms(signal)).find(({ id }) => id === params["id"]) }),
    [params["id"]],
  );
  const name = asked.value?.found?.name;
  return (
    <Page title={name ?? T.title} actions={<a href="/console/trading/algorithms">{T.toList}</a>}>
      <Show asked={asked}>
        {({ found }) => (found ? <Shown of={found} onChange={asked.again} /> : <Empty title={T.gone} />)}
      </Show>
    </Page>
  );
}

interface ShownProps {
  readonly of: Built;
  readonly onChange: () => void;
}

function Shown({ of, onChange }: ShownProps) {
  const { comments, conditions, executions, owner_uid, status } = of;
  const isMine = owner_uid !== null && owner_uid === tradingUser.value?.uid;
  return (
    <>
      <Section title={T.spoken} actions={<Badge text={T.statuses[status]} />}>
        {comments !== "" && <p>{comments}</p>}
        <Spoken conditions={conditions} executions={executions} />
        {!isMine && <p class="faint">{T.readOnly}</p>}
        <p>
          <a href="/console/trading/strategies?panel=create">{T.use}</a>
        </p>
      </Section>
      {isMine && (
        <>
          <Section title={T.conditions}>
            <Parts
              of={conditions.map((each) => ({ id: each.id, text: conditionSentence(each) }))}
              remove={(id) => trading.algorithms.conditionRemove({ id })}
              onChange={onChange}
            />
            <AddCondition algorithmId={of.id} isFirst={conditions.length === 0} onChange={onChange} />
          </Section>
          <Section title={T.rows}>
            <Parts
              of={executions.map((each) => ({ id: each.id, text: executionSentence(each) }))}
              remove={(id) => trading.algorithms.executionRemove({ id })}
              onChange={onChange}
            />
            <AddRow algorithmId={of.id} rows={executions} onChange={onChange} />
          </Section>
          <Publishing of={of} onChange={onChange} />
        </>
      )}
    </>
  );
}

interface PartsProps {
  readonly of: readonly { readonly id: string; readonly text: string }[];
  readonly remove: (id: string) => Promise<unknown>;
  readonly onChange: () => void;
}

function Parts({ of, remove, onChange }: PartsProps) {
  return (
    <ol class="spoken" start={0}>
      {of.map(({ id, text }) => (
        <li key={id}>
          {text}
          <ActionForm isMinor action={T.remove} done={T.removed} send={() => remove(id).then(onChange)} />
        </li>
      ))}
    </ol>
  );
}

function Publishing({ of: { id, name, status }, onChange }: ShownProps) {
  const [checked, setChecked] = useState<ValidateAlgorithmResult>();
  const check = async (): Promise<void> => setChecked(await trading.algorithms.validateAlgorithm({ id }));
  return (
    <Section title={T.check}>
      {checked && (checked.problems.length === 0 ? <p>{T.valid}</p> : <Problems of={checked} />)}
      <div class="actions">
        <ActionForm isMinor action={T.check} done={T.checkDone} send={check} />
        {status !== "published" && (
          <Confirm
            action={T.publish}
            question={say(T.publishQuestion, { name })}
            consequence={<p>{T.publishConsequence}</p>}
            done={T.published}
            send={() => trading.algorithms.publishAlgorithm({ id }).then(onChange)}
          />
        )}
        {status === "published" && (
          <ActionForm
            action={T.unpublish}
            done={T.unpublished}
            send={() => trading.algorithms.unpublishAlgorithm({ id }).then(onChange)}
          />
        )}
        <Danger
          action={T.delete}
          question={say(T.deleteQuestion, { name })}
          consequence={<p>{T.deleteConsequence}</p>}
          name={name}
          done={T.deleted}
          send={async () => {
            await trading.algorithms.algorithmRemove({ id });
            go("/console/trading/algorithms", { replace: true });
          }}
        />
      </div>
    </Section>
  );
}

function Problems({ of: { problems } }: { readonly of: ValidateAlgorithmResult }) {
  return (
    <ul>
      {problems.map(({ severity, code, id, message }) => (
        <li key={`${code} ${id}`}>
          <Badge tone={severity === "error" ? "bad" : "warn"} text={severity} /> {message}
        </li>
      ))}
    </ul>
  );
}
