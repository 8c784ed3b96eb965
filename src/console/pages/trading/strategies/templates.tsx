/** Templates of strategies. New ones are saved on the page of a strategy. */
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { Confirm } from "../../../parts/confirm.tsx";
import { Section } from "../../../parts/page.tsx";
import { Show } from "../../../parts/states.tsx";
import { Table } from "../../../parts/table.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.trading.strategies.savedTemplates;

export function Templates() {
  const asked = useAsked((signal) => trading.strategies.listTemplates({}, { signal }), []);
  return (
    <Show asked={asked} isEmpty={(templates) => templates.length === 0} empty={null}>
      {(templates) => (
        <Section title={T.title}>
          <Table
            caption={T.title}
            rows={templates}
            keyOf={({ id }) => id}
            columns={[
              { title: texts.trading.strategies.name, isMain: true, cell: ({ label }) => label },
              {
                title: texts.trading.strategies.columns.act,
                cell: ({ id, label }) => (
                  <Confirm
                    action={T.remove}
                    question={say(T.removeQuestion, { name: label })}
                    consequence={<p>{T.removeConsequence}</p>}
                    done={T.removed}
                    isDanger
                    send={() => trading.strategies.deleteTemplate({ id }).then(asked.again)}
                  />
                ),
              },
            ]}
          />
        </Section>
      )}
    </Show>
  );
}
