/**
 * What stops trading: on every page where orders are sent, and one key away. What the platform says of a stop stays there: it
 * names orders that may still leave, and those that are left open.
 */
import { useState } from "preact/hooks";
import type { StopAllStrategiesResult } from "../../../../../clients/typescript/src/trading.ts";
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
  readonly strategy?: { readonly id: string; readonly name: string } | undefined;
  /** After something was stopped. */
  readonly onDone: () => void;
}

export function StopBar({ strategy, onDone }: StopBarProps) {
  const [said, setSaid] = useState<readonly string[]>([]);
  const stopped = (sentences: readonly string[]): void => {
    setSaid(sentences);
    onDone();
  };
  return (
    <>
      <Buttons strategy={strategy} onDone={onDone} onStopped={stopped} />
      {said.length > 0 && (
        <div class="aged" role="status">
          <ul>
            {said.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

interface ButtonsProps {
  readonly strategy: StopBarProps["strategy"];
  readonly onDone: () => void;
  readonly onStopped: (sentences: readonly string[]) => void;
}

function Buttons({ strategy, onDone, onStopped }: ButtonsProps) {
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
      {strategy ? <StopOne strategy={strategy} onStopped={onStopped} /> : <StopAll onStopped={onStopped} />}
    </div>
  );
}

function StopAll({ onStopped }: Pick<ButtonsProps, "onStopped">) {
  return (
    <Danger
      action={T.stopAll}
      question={T.stopAllQuestion}
      consequence={<p>{T.stopAllConsequence}</p>}
      name={T.stopAllName}
      done={T.stopStored}
      shortcut={STOP_KEY}
      send={async ({ force }) => {
        const { results } = await trading.strategies.stopAllStrategies({ force: force !== undefined });
        onStopped(results.length === 0 ? [T.stoppedNone] : sentencesOf(results));
      }}
    >
      <Check label={T.force} name="force" />
    </Danger>
  );
}

interface StopOneProps extends Pick<ButtonsProps, "onStopped"> {
  readonly strategy: NonNullable<StopBarProps["strategy"]>;
}

function StopOne({ strategy: { id, name }, onStopped }: StopOneProps) {
  return (
    <Confirm
      action={T.stopOne}
      question={say(T.stopOneQuestion, { name })}
      consequence={<p>{T.stopOneConsequence}</p>}
      done={T.stopStored}
      isDanger
      shortcut={STOP_KEY}
      send={async ({ how }) => {
        const answer =
          how === "soft"
            ? await trading.strategies.softStop({ id })
            : await trading.strategies.stop({ id, force: how === "force" });
        onStopped([answer.message]);
      }}
    >
      <Choice label={T.how} name="how" choices={HOWS} initial="stop" />
    </Confirm>
  );
}

/** What the platform says, and of which strategies. */
function sentencesOf(results: StopAllStrategiesResult["results"]): readonly string[] {
  const messages = [...new Set(results.map(({ message }) => message))];
  return messages.map((message) => {
    const ids = results.filter((each) => each.message === message).map(({ id }) => id);
    return say(T.ofStrategies, { ids: ids.join(", "), message });
  });
}

const HOWS = [
  ["stop", T.hows.stop],
  ["soft", T.hows.soft],
  ["force", T.hows.force],
] as const;
