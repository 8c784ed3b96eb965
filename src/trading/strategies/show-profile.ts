/** Profiles as answers show them: their values row by row, with the defaults in the places of what is absent. */
import type { Static } from "typebox";
import { toSeconds } from "../../kit/time/instant.ts";
import { STRATEGY_OPTIONS } from "../algorithms/index.ts";
import type { MarketView } from "../market/index.ts";
import { decimalText } from "./core/decimal-text.ts";
import { mostTelling } from "./core/strategy-states.ts";
import type { profile } from "./records.ts";
import type { Settings, StoredProfile, StoredStrategy } from "./store.ts";

export type ShownProfile = Static<typeof profile>;
type ShownCondition = ShownProfile["conditions"][number];
type ShownExecution = ShownProfile["executions"][number];

/** @param market tells in which currency quantities are */
export function showProfile(stored: StoredProfile, market: Pick<MarketView, "listing">): ShownProfile {
  const { algorithm, settings, strategies } = stored;
  const strategy = mostTelling(strategies);
  const sum = (of: "successful" | "canceled" | "failed" | "slicesDone"): number =>
    strategies.reduce((total, each) => total + each[of], 0);
  return {
    id: String(stored.id),
    tab_id: idOf(stored.tabId),
    name: stored.name,
    description: stored.description,
    algorithm_id: idOf(algorithm?.id ?? null),
    algorithm: algorithm && { id: String(algorithm.id), group_name: algorithm.groupName, name: algorithm.name },
    parent: {
      qty: decimalOf(cell(settings, "parent")),
      currency: market.listing(cell(settings, "executable_codes"))?.market.base ?? null,
    },
    slice_delay: Number(cell(settings, "slice_delay")),
    noconditions: cell(settings, "noconditions") === "true",
    price_convert_conditions: cell(settings, "price_convert_conditions") || null,
    price_convert_executions: cell(settings, "price_convert_executions") || null,
    conditions: (algorithm?.conditions ?? []).map((name, row) => showCondition(settings, name, row)),
    executions: (algorithm?.rows ?? []).map((each, row) => showExecution(settings, each.referenceSide, row)),
    strategies: strategies.map(({ id, name, state }) => ({ id: String(id), name, state })),
    state: strategy.state,
    run_id: idOf(strategy.runId),
    counters: {
      successful: sum("successful"),
      canceled: sum("canceled"),
      failed: sum("failed"),
      slices_done: sum("slicesDone"),
      slices_total: totalOf(strategies),
      is_behind: strategies.some(({ isBehind }) => isBehind),
    },
    position: stored.position,
    template_id: idOf(stored.templateId),
    owner_uid: stored.uid,
    time_created: toSeconds(stored.createdAt),
    last_updated: toSeconds(stored.updatedAt),
    values_left_out: stored.isCut,
  };
}

/** Of those that count slices; null where one of these has no total. */
function totalOf(strategies: readonly StoredStrategy[]): number | null {
  const counting = strategies.filter(({ slicesDone, slicesTotal }) => slicesDone > 0 || slicesTotal !== null);
  if (counting.length === 0) return null;
  return counting.reduce<number | null>(
    (sum, { slicesTotal }) => (sum === null || slicesTotal === null ? null : sum + slicesTotal),
    0,
  );
}

function showCondition(settings: Settings, name: string, row: number): ShownCondition {
  return {
    row,
    name,
    code: cell(settings, "condition_codes", row).replace(" ", "+"),
    value: cell(settings, "condition_values", row),
    orderbooklevel_side1: Number(cell(settings, "condition_orderbooklevel_side1", row)),
    orderbooklevel_side2: Number(cell(settings, "condition_orderbooklevel_side2", row)),
  };
}

function showExecution(settings: Settings, referenceSide: "same" | "opposite", row: number): ShownExecution {
  const text = (name: string): string => cell(settings, `executable_${name}`, row);
  return {
    row,
    code: text("codes"),
    apikey: text("apikeys") || null,
    apikeysmarket: text("apikeysmarket") as ShownExecution["apikeysmarket"],
    parent: decimalOf(text("parents")),
    value: decimalOf(text("values")),
    leverage: decimalText(text("leverage")),
    priceoffset: decimalText(text("priceoffset")),
    priceexact: decimalOf(text("priceexact")),
    priceoffsetside: (text("priceoffsetside") || referenceSide) as ShownExecution["priceoffsetside"],
    priceoffsettype: text("priceoffsettype") as ShownExecution["priceoffsettype"],
    pricereference: text("pricereference") || null,
    toleranceminimum: decimalOf(text("toleranceminimum")),
    tolerancemaximum: decimalOf(text("tolerancemaximum")),
    maximumtimelive: Number(text("maximumtimelive")),
    obqtycumulativecheck: Number(text("obqtycumulativecheck")),
    post_request_delay: Number(cell(settings, "post_request_delay", row)),
    post_request_random: Number(cell(settings, "post_request_random", row)),
  };
}

const DEFAULTS = new Map(STRATEGY_OPTIONS.map((option) => [option.name, option.default]));

/** The text of a value or of its element; the default where it is absent or empty. */
export function cell(settings: Settings, name: string, row = 0): string {
  const value = settings[name];
  const list = [value ?? ""].flat();
  // One value of this list means every row (contract 4.10).
  const place = name === "executable_priceoffsettype" && list.length === 1 ? 0 : row;
  const text = String(list[place] ?? "");
  return text === "" ? (DEFAULTS.get(name) ?? "") : text;
}

export function decimalOf(text: string): string | null {
  return text === "" ? null : decimalText(text);
}

export function idOf(id: number | null): string | null {
  return id === null ? null : String(id);
}
