/** Whether new orders are sent, in a sentence. */
import type { RiskShowStatusResult } from "../../../../../clients/typescript/src/trading.ts";
import { Badge, type Tone } from "../../../parts/badge.tsx";
import { texts } from "../../../say.ts";

type RiskMode = RiskShowStatusResult["mode"];

const TONES: Readonly<Record<RiskMode, Tone>> = { active: "good", reducing: "warn", halted: "bad" };

export function ModeBadge({ mode }: { readonly mode: RiskMode }) {
  return <Badge tone={TONES[mode]} text={texts.trading.risk.modes[mode]} />;
}
