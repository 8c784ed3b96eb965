/** Says that live prices do not come now, and how old those are that are shown. Nothing while they come, or are not wanted. */
import { useEffect, useState } from "preact/hooks";
import { heardAtMs, isFollowing, pushState } from "../live/push.ts";
import { say, texts } from "../say.ts";
import { clockText } from "./time.tsx";

/** A connection that opens within this time is not worth a sentence. */
const PATIENCE_MS = 2_000;

export function PushNote() {
  const isFine = pushState.value === "open" || !isFollowing.value;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (isFine) return;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isFine]);
  if (isFine || !isLate) return null;
  return (
    <div class="aged" role="status">
      {heardAtMs !== undefined && <span>{say(texts.states.asOf, { time: clockText(heardAtMs) })}</span>}
      <span class="faint">{heardAtMs === undefined ? texts.live.connecting : texts.live.lost}</span>
    </div>
  );
}
