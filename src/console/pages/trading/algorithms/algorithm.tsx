/** One algorithm, read aloud. Its author edits it, checks and publishes it, and sees how it is used. */
import { useState } from "preact/hooks";
import type { Algorithm as Built, ValidateAlgorithmResult } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { tradingUser } from "../../../live/identity.ts";
import { go } from "../../../live/place.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { announce } from "../../../parts/announce.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { Danger } from "../../../parts/dialog.tsx";
import { Page, Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { say, texts } from "../../../say.ts";
import type { PageProps } from "../../../shell/pages.ts";
import { readAlgorithms } from "./algorithms.tsx";
import { ConditionForm } from "./condition-form.tsx";
import { PartsList } from "./parts-list.tsx";
import { RowForm } from "./row-form.tsx";
import { conditionSentence, executionSentence } from "./sentences.ts";
import { Spoken } from "./spoken.tsx";
import { Statistics } from "./statistics.tsx";
import { Terms } from "./terms.tsx";

const T = texts.trading.algorithms;

export function Algorithm({ params }: PageProps) {
  const asked = useAsked(
    async (signal) => {
      const all = await readAlgorithms(signal);
      return { all, found: all.find(({ id }) => id === params["id"]) };
    },
    [params["id"]],
  );
  const name = asked.value?.found?.name;
  return (
    <Page title={name ?? T.title} actions={<a href="/console/trading/algorithms">{T.toList}</a>}>
      <Show asked={asked}>
        {({ all, found }) => (found ? <Shown of={found} all={all} onChange={asked.again} /> : <Empty title={T.gone} />)}
      </Show>
    </Page>
  );
}

interface ShownProps {
  readonly of: Built;
  readonly onChange: () => void;
}

function Shown({ of, all, onChange }: ShownProps & { readonly all: readonly Built[] }) {
  const { comments, conditions, executions, owner_uid, status } = of;
  const reverse = all.find(({ id }) => id === of.reverse_id);
  const isMine = owner_uid !== null && owner_uid === tradingUser.value?.uid;
  return (
    <>
      <Section title={T.spoken} actions={<Badge text={T.statuses[status]} />}>
        {comments !== "" && <p>{comments}</p>}
        <Spoken conditions={conditions} executions={executions} />
        {reverse && (
          <p>
            <a href={`/console/trading/algorithms/${encodeURIComponent(reverse.id)}`}>
              {say(T.reverse, { name: reverse.name })}
            </a>
          </p>
        )}
        {!isMine && <p class="faint">{T.readOnly}</p>}
        <p>
          <a href="/console/trading/strategies?panel=create">{T.use}</a>
        </p>
      </Section>
      {isMine && (
        <>
          <Conditions of={of} onChange={onChange} />
          <Rows of={of} onChange={onChange} />
          <Publishing of={of} onChange={onChange} />
          <Terms of={of} all={all} onChange={onChange} />
          <Statistics id={of.id} />
        </>
      )}
    </>
  );
}

function Conditions({ of: { id: algorithmId, conditions }, onChange }: ShownProps) {
  return (
    <Section title={T.conditions}>
      <PartsList
        kind="condition"
        parts={conditions}
        sentenceOf={(condition) => conditionSentence(condition)}
        editorOf={(before, close) => (
          <ConditionForm
            action={T.saveCondition}
            done={T.conditionSaved}
            before={before}
            count={conditions.length}
            send={async ({ name, join, position }) => {
              const place = position === undefined ? {} : { position };
              const { condition } = await trading.algorithms.conditionUpdate({ id: before.id, name, join, ...place });
              close();
              announce(conditionSentence(condition));
              onChange();
            }}
          />
        )}
        remove={(id) => trading.algorithms.conditionRemove({ id })}
        onChange={onChange}
      />
      <h3>{T.addCondition}</h3>
      <ConditionForm
        action={T.addCondition}
        done={T.conditionAdded}
        count={conditions.length}
        send={({ name, join }) =>
          trading.algorithms.conditionAdd({ algorithm_id: algorithmId, name, join }).then(onChange)
        }
      />
    </Section>
  );
}

function Rows({ of: { id: algorithmId, executions }, onChange }: ShownProps) {
  return (
    <Section title={T.rows}>
      <PartsList
        kind="row"
        parts={executions}
        sentenceOf={(execution) => executionSentence(execution)}
        editorOf={(before, close) => (
          <RowForm
            action={T.saveRow}
            done={T.rowSaved}
            before={before}
            rows={executions}
            send={async (row) => {
              const { execution } = await trading.algorithms.executionUpdate({ id: before.id, ...row });
              close();
              announce(executionSentence(execution));
              onChange();
            }}
          />
        )}
        remove={(id) => trading.algorithms.executionRemove({ id })}
        onChange={onChange}
      />
      <h3>{T.addRow}</h3>
      <RowForm
        action={T.addRow}
        done={T.rowAdded}
        rows={executions}
        send={(row) => trading.algorithms.executionAdd({ algorithm_id: algorithmId, ...row }).then(onChange)}
      />
    </Section>
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
