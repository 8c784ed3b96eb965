/** In how many seconds a question that failed is asked again. */
import { useNow } from "../live/now.ts";
import { spanText } from "../live/span-text.ts";
import { say, texts } from "../say.ts";

/** A timer is not announced: a screen reader would say it every second. */
export function NextAsk({ atMs }: { readonly atMs: number }) {
  const leftMs = Math.max(0, atMs - useNow());
  return (
    <span class="faint" role="timer" aria-live="off">
      {say(texts.states.nextAsk, { time: spanText(leftMs) })}
    </span>
  );
}
