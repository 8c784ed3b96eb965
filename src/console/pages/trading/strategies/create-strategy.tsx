/** A new strategy: from an algorithm of the library or of one's own, or from a template. It is a draft until it is set up. */
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { go, withParams } from "../../../live/place.ts";
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
  const send = async ({ name = "", algorithm_id, template_id }: Entered): Promise<void> => {
    const params =
      template_id === undefined
        ? { name, ...(algorithm_id === undefined ? {} : { algorithm_id }) }
        : { name, template_id };
    const { profile } = await once(params, (options) => trading.strategies.createProfile(params, options));
    const id = profile.strategies[0]?.id ?? profile.id;
    go(`/console/trading/strategies/${encodeURIComponent(id)}?tab=values`);
  };
  return (
    <Section title={T.creating} actions={<a href={withParams({ panel: "" })}>{T.close}</a>}>
      <Show asked={asked}>
        {({ algorithms, templates }) => (
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
            </div>
          </ActionForm>
        )}
      </Show>
    </Section>
  );
}

async function readSources(signal: AbortSignal) {
  const [algorithms, templates] = await Promise.all([
    trading.strategies.listAlgorithms({}, { signal }),
    trading.strategies.listTemplates({}, { signal }),
  ]);
  return { algorithms, templates };
}
