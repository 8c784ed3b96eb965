/** Starts a strategy. With real money it asks first. */
import type { Server, StrategySummary } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { exchangeName } from "../../../live/exchanges.ts";
import { exchangeOf } from "../../../live/money-kind.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { Choice } from "../../../parts/field.tsx";
import { say, texts } from "../../../say.ts";
import { mayStart, moneyOf } from "./state.tsx";

const T = texts.trading.strategies;

interface StartButtonProps {
  readonly strategy: StrategySummary;
  readonly onDone: () => void;
  /** Active ones, of which one may be chosen. */
  readonly servers?: readonly Server[] | undefined;
}

export function StartButton({ strategy, onDone, servers = [] }: StartButtonProps) {
  const { id, name, state, codes } = strategy;
  if (!mayStart(state)) return null;
  const send = async ({ server_id }: Entered): Promise<void> => {
    await trading.strategies.start(server_id === undefined ? { id } : { id, server_id });
    onDone();
  };
  // A run that goes on stays on its server.
  const goesOn = state === "paused" || state === "force_stopped";
  const choice = servers.length > 0 && !goesOn && (
    <Choice label={T.server} name="server_id" choices={[["", T.anyServer], ...servers.map(named)]} />
  );
  const kind = moneyOf(strategy);
  if (kind === "paper" || kind === "simulated") {
    return (
      <ActionForm action={T.start} done={T.started} send={send}>
        {choice}
      </ActionForm>
    );
  }
  const exchanges = [...new Set(codes.map(exchangeOf))].map(exchangeName).join(", ");
  return (
    <Confirm
      action={T.startLive}
      question={say(T.startQuestion, { name })}
      consequence={<p>{say(T.startConsequence, { exchanges })}</p>}
      done={T.started}
      send={send}
    >
      {choice}
    </Confirm>
  );
}

function named({ id, type, region }: Server): readonly [string, string] {
  const { name, kinds } = texts.trading.plan.servers;
  return [id, say(name, { kind: kinds[type], region, id })];
}
