/** A new strategy: from an algorithm of the library or of one's own, or from a template. It is a draft until it is set up. */
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { go, query, withParams } from "../../../live/place.ts";
import { useSendOnce } from "../../../live/send-once.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Choice, Field } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { Show } from "../../../parts/states.tsx";
import { texts } from "../../../say.ts";

const T = texts.trading.strategies;

export function CreateStrategy() {
  const once = useSendOnce();
  const asked = useAsked(readSources, []);
  const send = async ({ name = "", algorithm_id, template_id, tab_id }: Entered): Promise<void> => {
    const from = template_id === undefined ? (algorithm_id === undefined ? {} : { algorithm_id }) : { template_id };
    const params = { name, ...from, ...(tab_id === undefined ? {} : { tab_id }) };
    const { profile } = await once(params, (options) => trading.strategies.createProfile(params, options));
    const id = profile.strategies[0]?.id ?? profile.id;
    go(`/console/trading/strategies/${encodeURIComponent(id)}?tab=values`);
  };
  return (
    <Section title={T.creating} actions={<a href={withParams({ panel: "", group: "" })}>{T.close}</a>}>
      <Show asked={asked}>
        {({ algorithms, templates, tabs }) => (
          <ActionForm action={T.createAction} done={T.created} send={send}>
            <div class="fields">
              <Field label={T.name} name="name" required maxLength={80} autofocus />
              <Choice
                label={T.algorithms}
                name="algorithm_id"
                hint={T.algorithmHint}
                choices={algorithms.map(({ id, group_name, name }) => [id, `${group_name}: ${name}`] as const)}
              />
              {templates.length > 0 && (
                <Choice
                  label={T.template}
                  name="template_id"
                  hint={T.templateHint}
                  choices={[["", T.noTemplate], ...templates.map(({ id, label }) => [id, label] as const)]}
                />
              )}
              {tabs.length > 0 && (
                <Choice
                  label={T.groups.group}
                  name="tab_id"
                  initial={query.value.get("group") ?? ""}
                  choices={[["", T.groups.others], ...tabs.map(({ id, name }) => [id, name] as const)]}
                />
              )}
            </div>
          </ActionForm>
        )}
      </Show>
    </Section>
  );
}

async function readSources(signal: AbortSignal) {
  const [algorithms, templates, groups] = await Promise.all([
    trading.strategies.listAlgorithms({}, { signal }),
    trading.strategies.listTemplates({}, { signal }),
    trading.strategies.listProfiles({}, { signal }),
  ]);
  return { algorithms, templates, tabs: groups.flatMap(({ tab }) => tab ?? []) };
}
