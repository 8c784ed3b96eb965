/** The values of a strategy: what it does with them as sentences, and a form for each of them. */
import type { Profile, StrategySummary } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { go } from "../../../live/place.ts";
import { Confirm } from "../../../parts/confirm.tsx";
import { Danger } from "../../../parts/dialog.tsx";
import { Field } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { say, texts } from "../../../say.ts";
import { Spoken } from "../algorithms/spoken.tsx";
import { isActive } from "./state.tsx";
import { ValuesForm } from "./values-form.tsx";

const T = texts.trading.strategies.values;

interface ValuesProps {
  readonly strategy: StrategySummary;
  readonly onChange: () => void;
}

export function Values({ strategy, onChange }: ValuesProps) {
  const asked = useAsked((signal) => readProfile(strategy.profile_id, signal), [strategy.profile_id, strategy.state]);
  const changed = (): void => {
    asked.again();
    onChange();
  };
  return (
    <Show asked={asked}>
      {({ profile, conditions, executions, options, keys }) =>
        profile === undefined ? (
          <Empty title={texts.trading.strategies.gone} />
        ) : (
          <>
            <Section title={T.spoken} actions={<Actions strategy={strategy} profile={profile} onChange={changed} />}>
              <Spoken conditions={conditions} executions={executions} profile={profile} />
            </Section>
            <Section title={T.edit}>
              {isActive(strategy.state) ? (
                <p>{T.whileRunning}</p>
              ) : (
                <ValuesForm
                  profile={profile}
                  executions={executions}
                  options={options}
                  keys={keys}
                  onChange={changed}
                />
              )}
            </Section>
          </>
        )
      }
    </Show>
  );
}

async function readProfile(id: string, signal: AbortSignal) {
  const [tabs, options, { keys }] = await Promise.all([
    trading.strategies.listProfiles({ id }, { signal }),
    trading.strategies.listStrategyOptions({}, { signal }),
    trading.exchanges.listKeys({ limit: 1_000 }, { signal }),
  ]);
  const profile = tabs.flatMap(({ profiles }) => profiles).find((each) => each.id === id);
  const algorithm_id = profile?.algorithm_id ?? undefined;
  if (algorithm_id === undefined) return { profile, conditions: [], executions: [], options, keys };
  const [conditions, executions] = await Promise.all([
    trading.algorithms.listConditions({ algorithm_id }, { signal }),
    trading.algorithms.listExecutions({ algorithm_id }, { signal }),
  ]);
  return { profile, conditions, executions, options, keys };
}

interface ActionsProps extends ValuesProps {
  readonly profile: Profile;
}

function Actions({ strategy: { id, name }, profile, onChange }: ActionsProps) {
  return (
    <>
      <Confirm
        action={T.duplicate}
        question={say(T.duplicateQuestion, { name })}
        consequence={<p>{T.duplicateConsequence}</p>}
        done={T.duplicated}
        send={async () => {
          const { profile: copy } = await trading.strategies.duplicateStrategy({ id });
          go(`/console/trading/strategies/${encodeURIComponent(copy.strategies[0]?.id ?? copy.id)}?tab=values`);
        }}
      />
      <Confirm
        action={T.template}
        question={T.templateQuestion}
        consequence={<p>{T.templateConsequence}</p>}
        done={T.templateDone}
        send={({ label = "" }) => trading.strategies.saveTemplate({ copy_strategy_id: id, label })}
      >
        <Field label={texts.trading.strategies.name} name="label" initial={name} maxLength={80} />
      </Confirm>
      <Danger
        action={T.reset}
        question={say(T.resetQuestion, { name })}
        consequence={<p>{T.resetConsequence}</p>}
        name={name}
        done={T.resetDone}
        send={async () => {
          await trading.strategies.hardReset({ id });
          onChange();
        }}
      />
      <Danger
        action={T.delete}
        question={say(T.deleteQuestion, { name })}
        consequence={<p>{T.deleteConsequence}</p>}
        name={name}
        done={T.deleted}
        send={async () => {
          await trading.strategies.deleteProfile({ id: profile.id });
          go("/console/trading/strategies", { replace: true });
        }}
      />
    </>
  );
}
