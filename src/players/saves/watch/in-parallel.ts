/** Does `work` for every item, at most `width` at a time, and answers the results in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const todo = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of todo) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return results;
}
