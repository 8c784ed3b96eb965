/** Looks whether the chain still holds the blocks that deposits rely on, and which have come since. */
import { KEPT_HEIGHTS } from "../core/deposit.ts";
import { EsploraError, type Block, type Esplora } from "./esplora.ts";

/** The memory: the top at the last look, and the blocks of the last heights, highest first. */
export interface KnownChain {
  readonly tip: Block;
  readonly blocks: readonly Block[];
  readonly version: number;
}

/**
 * `forkHeight`: the highest remembered block that is still there; the blocks above it are no longer relied on.
 * `added`: the blocks above it, each the parent of the one before, highest first. `behind`: the interface has not
 * caught up with what was seen before, so it can say nothing.
 */
export type ChainView =
  | { readonly kind: "at"; readonly tip: Block; readonly forkHeight: number; readonly added: readonly Block[] }
  | { readonly kind: "behind" };

/**
 * Walks from the top down to the first block that is remembered.
 *
 * @throws EsploraError also when nothing that is remembered is there: no chain is undone that far, so this is another
 *   chain, and what it does not show proves nothing.
 */
export async function followChain(
  esplora: Esplora,
  known: KnownChain | undefined,
  signal: AbortSignal,
): Promise<ChainView> {
  const tip = await esplora.tip(signal);
  if (known && tip.height < known.tip.height) return { kind: "behind" };
  const remembered = new Set(known?.blocks.map(({ hash }) => hash));
  const added: Block[] = [];
  let next: Block = tip;
  while (!remembered.has(next.hash)) {
    added.push(next);
    const isOldest = next.height === 0 || next.height <= tip.height - KEPT_HEIGHTS;
    if (isOldest) return { kind: "at", tip, forkHeight: await forkBelow(esplora, known, next, signal), added };
    next = await esplora.parent(next, signal);
  }
  return { kind: "at", tip, forkHeight: next.height, added };
}

/** After a pause all remembered blocks are below the heights that are kept: it is asked for by height. */
async function forkBelow(
  esplora: Esplora,
  known: KnownChain | undefined,
  oldest: Block,
  signal: AbortSignal,
): Promise<number> {
  if (!known) return oldest.height - 1;
  for (const block of known.blocks) {
    if (block.height < oldest.height && (await esplora.hashAt(block.height, signal)) === block.hash)
      return block.height;
  }
  throw new EsploraError(
    "the Esplora interface shows another chain: none of the blocks that were seen before is in it",
  );
}
