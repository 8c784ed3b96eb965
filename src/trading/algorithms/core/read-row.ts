/** Reads one execution row of a profile. */
import type { AccountType } from "../../exchanges/index.ts";
import { wireType } from "./order-types.ts";
import { marketGrid, stepsIn, type MarketGrid } from "./market-grid.ts";
import type { Cells, ProfileContext } from "./profile-cells.ts";
import type { ReferenceSide, RowOfAlgorithm, RowSettings } from "./profile-rows.ts";
import { checkUnused } from "./unused-settings.ts";

/** The row; undefined where its market is not known. Problems are added to the cells. */
export function readRow(
  cells: Cells,
  execution: RowOfAlgorithm,
  index: number,
  context: ProfileContext,
): RowSettings | undefined {
  const code = cells.text("executable_codes", index);
  const grid = gridOf(cells, code, index, context);
  const accountType = cells.text("executable_apikeysmarket", index) as AccountType;
  const wire = wireType(execution.orderType, execution.dependsOn !== null);
  checkKey(cells, index, code, context);
  checkAccount(cells, index, code, accountType, context);
  checkPrices(cells, execution, index);
  const referenceCode = referenceOf(cells, execution, index, code, context);
  const [own, total] = [cells.fine("executable_parents", index), cells.fine("parent")];
  const child = cells.fine("executable_values", index);
  if (execution.dependsOn === null && own === undefined && total === undefined && child === undefined) {
    cells.add("executable_values", index, "is missing: the row has neither a total nor a quantity of a slice", true);
  }
  const isStop = wire.type === "stop" || wire.type === "stop_limit";
  if (context.start && isStop && execution.dependsOn === null && own === undefined && total === undefined) {
    cells.add("executable_parents", index, "is missing: without a total a stop would be placed for ever", true);
  }
  if (context.start) checkUnused(cells, context.executions, index);
  if (!grid) return undefined;
  const defaultSide = wire.takes ? "opposite" : "same";
  return {
    row: index,
    code,
    keyId: cells.text("executable_apikeys", index),
    accountType,
    side: execution.side,
    orderType: execution.orderType,
    wire,
    dependsOn: execution.dependsOn,
    trigger: execution.trigger,
    reduceOnly: execution.reduceOnly,
    grid,
    // A row that follows another is bounded by it.
    parent: execution.dependsOn === null ? (own ?? total) : own,
    child,
    leverage: cells.text("executable_leverage", index),
    offset: cells.fine("executable_priceoffset", index) ?? 0n,
    exact: cells.fine("executable_priceexact", index),
    referenceSide: (cells.text("executable_priceoffsetside", index) || defaultSide) as ReferenceSide,
    referenceLevel: Number(cells.text("executable_priceoffsettype", index).slice("ob".length)),
    referenceCode,
    toleranceMinimum: cells.fine("executable_toleranceminimum", index),
    toleranceMaximum: cells.fine("executable_tolerancemaximum", index),
    maximumTimeLiveMs: Number(cells.text("executable_maximumtimelive", index)),
    liquidityShare: Number(cells.text("executable_obqtycumulativecheck", index)),
    delayMs: Number(cells.text("post_request_delay", index)),
    randomMs: Number(cells.text("post_request_random", index)),
  };
}

function checkKey(cells: Cells, index: number, code: string, { key }: ProfileContext): void {
  const id = cells.text("executable_apikeys", index);
  if (id === "") return;
  const found = key(id);
  if (!found) cells.add("executable_apikeys", index, `There is no exchange key ${id}`);
  else if (!found.mayTrade)
    cells.add("executable_apikeys", index, `The exchange key ${id} is not active, or may not trade`);
  else if (code !== "" && !code.startsWith(`${found.exchange}-`)) {
    cells.add(
      "executable_apikeys",
      index,
      `The exchange key ${id} is of ${found.exchange}, and ${code} is not traded there`,
    );
  }
}

function checkAccount(cells: Cells, index: number, code: string, type: AccountType, context: ProfileContext): void {
  if (code === "") return;
  if (!context.accountTypes(code).includes(type)) {
    cells.add("executable_apikeysmarket", index, `${type} is not supported for ${code}`);
  }
  const leverage = cells.text("executable_leverage", index);
  if (Number(leverage) !== 1 && (type === "spot" || !context.accountTypes(code).includes(type))) {
    cells.add("executable_leverage", index, `Leverage is not supported for ${type} on ${code}: set it to 1`);
  }
  const market = context.market(code);
  const wanted = type === "margin" ? "spot" : type;
  if (market && market.type !== wanted)
    cells.add("executable_apikeysmarket", index, `${code} is a ${market.type} market, not ${type}`);
}

function checkPrices(cells: Cells, { orderType }: RowOfAlgorithm, index: number): void {
  const [least, greatest] = [
    cells.fine("executable_toleranceminimum", index),
    cells.fine("executable_tolerancemaximum", index),
  ];
  if (least !== undefined && greatest !== undefined && least > greatest) {
    cells.add("executable_toleranceminimum", index, "must not be above executable_tolerancemaximum");
  }
  const exact = cells.fine("executable_priceexact", index);
  if (exact === 0n) cells.add("executable_priceexact", index, "must be above 0");
  if (orderType === "stop_limit" && exact === undefined) {
    cells.add("executable_priceexact", index, "is missing: it is the limit of a stop_limit", true);
  }
  if (orderType === "trailing_stop" && (cells.fine("executable_priceoffset", index) ?? 0n) <= 0n) {
    cells.add("executable_priceoffset", index, "must be above 0: it is the distance of a trailing_stop");
  }
}

function referenceOf(
  cells: Cells,
  execution: RowOfAlgorithm,
  index: number,
  own: string,
  { market, executions }: ProfileContext,
): string {
  const text = cells.text("executable_pricereference", index);
  if (text === "") {
    if (execution.priceSource === "same") return own;
    if (execution.priceSource === "reference") {
      cells.add("executable_pricereference", index, "is missing: the algorithm prices this row off a reference", true);
      return own;
    }
    return cells.text("executable_codes", index === 0 ? 1 : 0) || own;
  }
  if (!/^\d+$/.test(text)) {
    if (!market(text)) cells.add("executable_pricereference", index, `There is no market ${text}`);
    return text;
  }
  if (Number(text) >= executions.length) cells.add("executable_pricereference", index, `There is no row ${text}`);
  return cells.text("executable_codes", Number(text)) || own;
}

/** The grid of a row's market; adds a problem where it is not traded. */
function gridOf(cells: Cells, code: string, index: number, context: ProfileContext): MarketGrid | undefined {
  const market = code === "" ? undefined : context.market(code);
  if (code !== "" && !market) cells.add("executable_codes", index, `There is no market ${code}`);
  if (!market) return undefined;
  // A run in progress waits until it is traded again.
  if (context.start && !market.isActive) cells.add("executable_codes", index, `${code} is not traded at the moment`);
  const grid = marketGrid(market);
  if (!grid) cells.add("executable_codes", index, `${code} has a tick or step that orders cannot be computed in`);
  const child = cells.fine("executable_values", index);
  // An exchange may raise it while a run is in progress: its slices wait then, and its hedges go on.
  const isJudged = context.start !== undefined && grid !== undefined && child !== undefined;
  if (isJudged && stepsIn(grid, child) < grid.minSteps) {
    cells.add("executable_values", index, `must be at least ${market.minAmount}, the smallest order of ${code}`);
  }
  return grid;
}
