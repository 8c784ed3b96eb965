/** Which indicators are drawn. They are named as the service names them, with their parameters: `bb(20,2.5)`. */
import { useId, useState } from "preact/hooks";
import { Field } from "../../../parts/field.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.trading.market.indicators;
/** Suggested; the service knows more (docs/trading/indicators.md). */
const SUGGESTED = [
  "sma(20)",
  "ema(20)",
  "bb(20,2)",
  "vwap",
  "psar",
  "ichimoku",
  "rsi(14)",
  "macd(12,26,9)",
  "stochastic",
  "atr(14)",
  "adx(14)",
  "obv",
];

interface IndicatorChoiceProps {
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}

export function IndicatorChoice({ chosen, onChoose }: IndicatorChoiceProps) {
  const [typed, setTyped] = useState("");
  const list = useId();
  const add = (event: SubmitEvent): void => {
    event.preventDefault();
    // Blanks stand between indicators in the address.
    const name = typed.replace(/\s+/g, "").toLowerCase();
    setTyped("");
    if (name !== "" && !chosen.includes(name)) onChoose([...chosen, name]);
  };
  return (
    <form class="indicators" onSubmit={add}>
      <Field
        label={T.label}
        list={list}
        autocomplete="off"
        maxLength={60}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <datalist id={list}>
        {SUGGESTED.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <div class="actions">
        <button type="submit">{T.add}</button>
        {chosen.map((name) => (
          <button
            key={name}
            type="button"
            class="quiet"
            onClick={() => onChoose(chosen.filter((each) => each !== name))}
          >
            {say(T.remove, { name })}
          </button>
        ))}
      </div>
    </form>
  );
}
