/** Templates as answers show them. */
import type { Static } from "typebox";
import { toSeconds } from "../../kit/time/instant.ts";
import type { template } from "./records.ts";
import { idOf } from "./show-profile.ts";
import type { StoredTemplate } from "./store.ts";

export function showTemplate(stored: StoredTemplate): Static<typeof template> {
  const { id, label, copyStrategyId, algorithmId, settings, isCut, createdAt } = stored;
  return {
    id: String(id),
    label,
    copy_strategy_id: String(copyStrategyId),
    algorithm_id: idOf(algorithmId),
    settings: { ...settings },
    settings_left_out: isCut,
    time_created: toSeconds(createdAt),
  };
}
