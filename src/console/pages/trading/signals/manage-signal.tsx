/** What the owner of a signal does with it: trigger, edit, begin a new record, delete. */
import type { SignalHead } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { go } from "../../../live/place.ts";
import { Confirm } from "../../../parts/confirm.tsx";
import { Danger } from "../../../parts/dialog.tsx";
import { Field } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { say, texts } from "../../../say.ts";
import { isOpen } from "./signal-columns.tsx";
import { Trigger } from "./trigger.tsx";

const T = texts.trading.signals.manage;

interface ManageSignalProps {
  readonly of: SignalHead;
  readonly onChange: () => void;
}

export function ManageSignal({ of: signal, onChange }: ManageSignalProps) {
  const { id, c_name: name } = signal;
  return (
    <Section title={T.title}>
      <div class="actions">
        <Trigger of={signal} onDone={onChange} />
        <Edit of={signal} onChange={onChange} />
        {!isOpen(signal) && (
          <>
            <Danger
              action={T.reset}
              question={say(T.resetQuestion, { name })}
              consequence={<p>{T.resetConsequence}</p>}
              name={name}
              done={T.resetDone}
              send={() => trading.signals.resetSignal({ id }).then(onChange)}
            />
            <Danger
              action={T.delete}
              question={say(T.deleteQuestion, { name })}
              consequence={<p>{T.deleteConsequence}</p>}
              name={name}
              done={T.deleted}
              send={async () => {
                await trading.signals.deleteSignal({ id });
                go("/console/trading/signals?tab=mine", { replace: true });
              }}
            />
          </>
        )}
      </div>
      {isOpen(signal) && <p class="faint">{T.closeFirst}</p>}
    </Section>
  );
}

const NOTES = ["custom_1", "custom_2", "custom_3", "custom_4"] as const;

function Edit({ of: signal, onChange }: ManageSignalProps) {
  const { id, c_name } = signal;
  return (
    <Confirm
      action={T.edit}
      question={say(T.editQuestion, { name: c_name })}
      consequence={<p>{T.editConsequence}</p>}
      done={T.edited}
      send={async ({ name = c_name, custom_1 = "", custom_2 = "", custom_3 = "", custom_4 = "" }) => {
        await trading.signals.editSignal({ id, name, custom_1, custom_2, custom_3, custom_4 });
        onChange();
      }}
    >
      <Field label={T.name} name="name" initial={c_name} maxLength={100} required />
      {NOTES.map((note, at) => (
        <Field key={note} label={say(T.note, { n: at + 1 })} name={note} initial={signal[note]} maxLength={500} />
      ))}
    </Confirm>
  );
}
