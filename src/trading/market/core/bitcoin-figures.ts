/** Figures that follow from the height and the difficulty of Bitcoin's chain. */

/** Blocks between two halvings of what miners are paid (Bitcoin Core, `nSubsidyHalvingInterval`). */
const HALVING_BLOCKS = 210_000;
const FIRST_SUBSIDY_SATOSHI = 5_000_000_000;
const SATOSHI = 100_000_000;
/** Between two blocks, as the difficulty aims at. */
const BLOCK_SECONDS = 600;

/**
 * All bitcoins that were paid to miners up to a block, that one included, as the rule of the chain gives them. A few
 * unclaimed coins, and those of the first block, which cannot be spent, are counted too.
 *
 * @param height of the block; the first one has 0
 */
export function bitcoinsAt(height: number): number {
  let left = height + 1;
  let satoshi = 0;
  for (let subsidy = FIRST_SUBSIDY_SATOSHI; left > 0 && subsidy > 0; subsidy = Math.floor(subsidy / 2)) {
    const blocks = Math.min(left, HALVING_BLOCKS);
    satoshi += blocks * subsidy;
    left -= blocks;
  }
  return satoshi / SATOSHI;
}

/** Hashes a second that find a block in ten minutes at this difficulty. */
export function hashRateAt(difficulty: number): number {
  return (difficulty * 2 ** 32) / BLOCK_SECONDS;
}
