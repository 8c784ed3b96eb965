/** Says that the clock of this device is wrong, or the server's is. Nothing where they agree. */
import { MINUTE_MS } from "../../kit/time/spans.ts";
import { clockOffsetMs } from "../live/server-clock.ts";
import { spanText } from "../live/span-text.ts";
import { say, texts } from "../say.ts";

export function ClockNote() {
  const minutes = Math.round(clockOffsetMs.value / MINUTE_MS);
  if (minutes === 0) return null;
  const sentence = minutes > 0 ? texts.shell.clockBehind : texts.shell.clockAhead;
  return (
    <p class="aged" role="status">
      {say(sentence, { time: spanText(Math.abs(minutes) * MINUTE_MS) })}
    </p>
  );
}
