/** Cuts work into pieces that fit into memory and into one transaction. */

export interface BatchLimits {
  readonly maxFiles: number;
  /** A single larger file makes a batch of its own. */
  readonly maxBytes: number;
}

/** Cuts a list into batches, in order. Every batch holds at least one item and is as full as the limits allow. */
export function cutBatches<Item extends { readonly bytes: number }>(
  items: readonly Item[],
  limits: BatchLimits,
): readonly (readonly Item[])[] {
  const batches: Item[][] = [];
  let batch: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    const isFull = batch.length >= limits.maxFiles || bytes + item.bytes > limits.maxBytes;
    if (isFull && batch.length > 0) {
      batches.push(batch);
      batch = [];
      bytes = 0;
    }
    batch.push(item);
    bytes += item.bytes;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
