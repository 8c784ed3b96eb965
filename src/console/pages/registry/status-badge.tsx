/** The status of a version, as a word. */
import { Badge, type Tone } from "../../parts/badge.tsx";
import { texts } from "../../say.ts";
import type { Status } from "./core/official.ts";

const TONES: Readonly<Record<Status, Tone>> = { active: "good", deprecated: "warn", deleted: "bad" };

export function StatusBadge({ status }: { readonly status: Status }) {
  return <Badge tone={TONES[status]} text={texts.registry.servers.statuses[status]} />;
}
