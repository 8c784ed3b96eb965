/** A button that triggers a signal of one's own: it opens a closed signal, and closes an open one. */
import type { SignalHead } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { useSendOnce } from "../../../live/send-once.ts";
import { Confirm } from "../../../parts/confirm.tsx";
import { Choice, Field } from "../../../parts/field.tsx";
import { say, texts } from "../../../say.ts";
import { isOpen } from "./signal-columns.tsx";

const T = texts.trading.signals;
const MS = 1_000;

interface TriggerProps {
  readonly of: SignalHead;
  readonly onDone: () => void;
}

export function Trigger({ of: signal, onDone }: TriggerProps) {
  const { id, c_name } = signal;
  const once = useSendOnce();
  const isClosing = isOpen(signal);
  return (
    <Confirm
      action={T.trigger}
      question={say(T.triggerQuestion, { name: c_name })}
      consequence={
        <>
          <p>{T.triggerConsequence}</p>
          <p>{isClosing ? T.closes : T.opens}</p>
        </>
      }
      done={T.triggered}
      isDanger
      send={async ({ direction, within = "60", amount = "" }) => {
        const params = {
          id,
          signal: direction === "sell" ? ("sell" as const) : ("buy" as const),
          action: isClosing ? ("close" as const) : ("open" as const),
          execute_within: Number(within) * MS,
          maximum_amount: amount,
        };
        await once(params, (options) => trading.signals.triggerSignal(params, options));
        onDone();
      }}
    >
      <Choice
        label={T.direction}
        name="direction"
        choices={Object.entries(T.directions)}
        initial={isClosing ? signal.c_action_direction_2 : "buy"}
      />
      <Field label={T.within} name="within" inputMode="numeric" initial="60" required />
      <Field label={T.amount} name="amount" inputMode="decimal" required />
    </Confirm>
  );
}
