/** "This session ends in": after its time without use, and at the latest when it ends for good. */
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useNow } from "../../../live/now.ts";
import { spanText } from "../../../live/span-text.ts";
import { say, texts } from "../../../say.ts";
import { timeLeft } from "./time-left.ts";

const T = texts.trading.sessions;
const EVERY_MS = 30_000;

export function SessionEnds() {
  const asked = useAsked((signal) => trading.sessions.current({}, { signal }), []);
  const nowMs = useNow(EVERY_MS);
  if (!asked.value || asked.atMs === undefined) return null;
  const { unusedMs, wholeMs } = timeLeft(asked.value, asked.atMs, Math.max(nowMs, asked.atMs));
  return (
    <p class="faint">
      {wholeMs === undefined || wholeMs > unusedMs
        ? say(T.endsUnused, { time: spanText(unusedMs) })
        : say(T.endsWhole, { time: spanText(wholeMs) })}
    </p>
  );
}
