/** How long something still lasts, as it runs down. */
import { useEffect, useRef, useState } from "preact/hooks";
import { spanText } from "../live/span-text.ts";
import { say, texts } from "../say.ts";

const EVERY_MS = 1_000;

interface TimeLeftProps {
  /** Milliseconds since 1970. */
  readonly untilMs: number;
  /** Called once, when the time is over. */
  readonly onEnd?: () => void;
}

/** Such as `12 min left`. It is not announced: a screen reader would say it every second. */
export function TimeLeft({ untilMs, onEnd }: TimeLeftProps) {
  const [nowMs, setNowMs] = useState(Date.now());
  const ending = useRef(onEnd);
  ending.current = onEnd;
  const isOver = nowMs >= untilMs;
  useEffect(() => {
    if (isOver) {
      ending.current?.();
      return undefined;
    }
    const timer = setInterval(() => setNowMs(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  return <>{isOver ? texts.timeLeft.over : say(texts.timeLeft.left, { time: spanText(untilMs - nowMs) })}</>;
}
