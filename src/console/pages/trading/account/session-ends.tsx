/** "This session ends in": after its time without use, and at the latest when it ends for good. */
import { useEffect, useState } from "preact/hooks";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { spanText } from "../../../live/span-text.ts";
import { say, texts } from "../../../say.ts";
import { timeLeft } from "./time-left.ts";

const T = texts.trading.sessions;
const EVERY_MS = 30_000;

export function SessionEnds() {
  const asked = useAsked((signal) => trading.sessions.current({}, { signal }), []);
  const [nowMs, setNowMs] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
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
