/** Starts a strategy. With real money it asks first. */
import type { StrategySummary } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { exchangeName } from "../../../live/exchanges.ts";
import { exchangeOf } from "../../../live/money-kind.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { say, texts } from "../../../say.ts";
import { mayStart, moneyOf } from "./state.tsx";

const T = texts.trading.strategies;

interface StartButtonProps {
  readonly strategy: StrategySummary;
  readonly onDone: () => void;
}

export function StartButton({ strategy, onDone }: StartButtonProps) {
  const { id, name, state, codes } = strategy;
  if (!mayStart(state)) return null;
  const send = async (): Promise<void> => {
    await trading.strategies.start({ id });
    onDone();
  };
  const kind = moneyOf(strategy);
  if (kind === "paper" || kind === "simulated") return <ActionForm action={T.start} done={T.started} send={send} />;
  const exchanges = [...new Set(codes.map(exchangeOf))].map(exchangeName).join(", ");
  return (
    <Confirm
      action={T.startLive}
      question={say(T.startQuestion, { name })}
      consequence={<p>{say(T.startConsequence, { exchanges })}</p>}
      done={T.started}
      send={send}
    />
  );
}
