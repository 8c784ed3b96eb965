/** What the gates of a slice are asked about, with what keeps each one closed in words. */
import { formatFine } from "../../../kit/money/fine.ts";
import { refusalText } from "../core/refusal-text.ts";
import { mayFire } from "../core/run.ts";
import type { SliceFacts } from "../core/slice.ts";
import { heldReason } from "./held-reason.ts";
import type { RunContext } from "./run-context.ts";
import { dutiesOf } from "./settle-duties.ts";

/** @param isOwed whether a leg owes another something */
export function gateFacts(context: RunContext, nowMs: number, isOwed: boolean): SliceFacts {
  const { memory } = context;
  const { kept, playbook, orders } = memory;
  const { definition } = playbook.algorithm;
  return {
    nowMs,
    mayFire: mayFire(kept.run),
    haltedWhy: haltedWhy(context),
    heldWhy: heldReason(context),
    startedMs: kept.startedMs,
    maximumMs: kept.maximumMs,
    counts: orders.counts(),
    open: orders.open.length,
    maximumSuccessful: definition.maximumSuccessful ?? 0,
    maximumCanceled: definition.maximumCanceled ?? 0,
    lastSliceMs: context.triedMs === undefined ? kept.lastSliceMs : Math.max(context.triedMs, kept.lastSliceMs ?? 0),
    sliceDelayMs: playbook.settings.sliceDelayMs,
    unresolvedWhy: unresolvedWhy(context, isOwed),
    bookProblem: bookProblemOf(context),
  };
}

/** New slices wait for the end of a halt. In the mode `reducing` each is judged with its orders (`refusedBy`). */
function haltedWhy({ memory, shared }: RunContext): string | undefined {
  const { halts } = shared.deps;
  const { ownerUid, strategyId } = memory.kept;
  if (!halts.isKnown) return "it is not known yet whether orders are halted";
  for (const keyId of memory.playbook.keyIds) {
    const halt = halts.haltsOf({ ownerUid, keyId, strategyId }).find(({ mode }) => mode === "halted");
    if (halt) return refusalText({ kind: "halted", ...halt });
  }
  return undefined;
}

/** The order whose outcome is not known, or what a row owes another one, and why that is not sent. */
function unresolvedWhy(context: RunContext, isOwed: boolean): string | undefined {
  const { orders } = context.memory;
  if (orders.isDoubtful) {
    const doubtful = orders.all().find(({ isDoubtful }) => isDoubtful);
    return `order ${doubtful?.id ?? ""} is being looked up`;
  }
  if (!isOwed) return undefined;
  const [first] = dutiesOf(context).orders;
  if (!first) return "a row owes another one what it has traded, and an order for that is under way";
  const cause = context.owedWhy === undefined ? "" : `: ${context.owedWhy}`;
  return `row ${first.row} owes ${formatFine(first.amount)} to the fills of another${cause}`;
}

function bookProblemOf({ memory, shared, view }: RunContext): string | undefined {
  for (const code of memory.playbook.codes) {
    const listing = shared.deps.market.listing(code);
    const problem = listing ? view.problemOf(listing) : "no_book";
    if (problem !== undefined) return `${code}: ${problem}`;
  }
  return undefined;
}
