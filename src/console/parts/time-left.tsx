/** How long something still lasts, as it runs down. */
import { useEffect, useRef } from "preact/hooks";
import { useNow } from "../live/now.ts";
import { spanText } from "../live/span-text.ts";
import { say, texts } from "../say.ts";

interface TimeLeftProps {
  /** Milliseconds since 1970. */
  readonly untilMs: number;
  /** Called once, when the time is over. */
  readonly onEnd?: () => void;
}

/** Such as `12 min left`. It is not announced: a screen reader would say it every second. */
export function TimeLeft({ untilMs, onEnd }: TimeLeftProps) {
  const nowMs = useNow();
  const ending = useRef(onEnd);
  ending.current = onEnd;
  const isOver = nowMs >= untilMs;
  useEffect(() => {
    if (isOver) ending.current?.();
  }, [isOver]);
  return <>{isOver ? texts.timeLeft.over : say(texts.timeLeft.left, { time: spanText(untilMs - nowMs) })}</>;
}
