/** What stops trading: on every page where orders are sent, and one key away. */
import { trading } from "../../../live/clients.ts";
import { Confirm } from "../../../parts/confirm.tsx";
import { Danger } from "../../../parts/dialog.tsx";
import { Check, Choice, Field } from "../../../parts/field.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.trading.stop;
/** Keys that write nothing, so that they work wherever the focus is. */
const [HALT_KEY, STOP_KEY] = ["F8", "F9"] as const;

interface StopBarProps {
  /** The strategy that the page is about; without one, all are stopped. */
  readonly strategy?: { readonly id: string; readonly name: string };
  /** After something was stopped. */
  readonly onDone: () => void;
}

export function StopBar({ strategy, onDone }: StopBarProps) {
  return (
    <div class="stop-bar" role="group" aria-label={T.label}>
      <Confirm
        action={T.halt}
        question={T.haltQuestion}
        consequence={<p>{T.haltConsequence}</p>}
        done={T.halted}
        isDanger
        shortcut={HALT_KEY}
        send={async ({ cancel, reason }) => {
          const why = reason === undefined ? {} : { reason };
          await trading.risk.halt({ scope: "account", cancel: cancel !== undefined, ...why });
          onDone();
        }}
      >
        <Check label={T.haltCancel} name="cancel" />
        <Field label={T.haltReason} name="reason" maxLength={200} autocomplete="off" />
      </Confirm>
      {strategy ? <StopOne strategy={strategy} onDone={onDone} /> : <StopAll onDone={onDone} />}
    </div>
  );
}

function StopAll({ onDone }: Pick<StopBarProps, "onDone">) {
  return (
    <Danger
      action={T.stopAll}
      question={T.stopAllQuestion}
      consequence={<p>{T.stopAllConsequence}</p>}
      name={T.stopAllName}
      done={T.stoppedAll}
      shortcut={STOP_KEY}
      send={async ({ force }) => {
        await trading.strategies.stopAllStrategies({ force: force !== undefined });
        onDone();
      }}
    >
      <Check label={T.force} name="force" />
    </Danger>
  );
}

function StopOne({ strategy: { id, name }, onDone }: Required<StopBarProps>) {
  return (
    <Confirm
      action={T.stopOne}
      question={say(T.stopOneQuestion, { name })}
      consequence={<p>{T.stopOneConsequence}</p>}
      done={T.stoppedOne}
      isDanger
      shortcut={STOP_KEY}
      send={async ({ how }) => {
        if (how === "soft") await trading.strategies.softStop({ id });
        else await trading.strategies.stop({ id, force: how === "force" });
        onDone();
      }}
    >
      <Choice label={T.how} name="how" choices={HOWS} initial="stop" />
    </Confirm>
  );
}

const HOWS = [
  ["stop", T.hows.stop],
  ["soft", T.hows.soft],
  ["force", T.hows.force],
] as const;
