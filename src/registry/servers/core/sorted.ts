/** Arrays that are kept in order. */

/** The place of `key`: its index, or `-(place to insert) - 1` when it is not there. */
export function indexOf<Item, Key>(
  items: readonly Item[],
  key: Key,
  compare: (item: Item, key: Key) => number,
): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = compare(items[middle] as Item, key);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return -low - 1;
}

/** The index of the first item that comes after `key`. */
export function firstAfter<Item, Key>(
  items: readonly Item[],
  key: Key,
  compare: (item: Item, key: Key) => number,
): number {
  const at = indexOf(items, key, compare);
  return at < 0 ? -at - 1 : at + 1;
}

export function insertSorted<Item>(items: Item[], item: Item, compare: (one: Item, other: Item) => number): void {
  const at = indexOf(items, item, compare);
  items.splice(at < 0 ? -at - 1 : at, 0, item);
}

export function removeSorted<Item>(items: Item[], item: Item, compare: (one: Item, other: Item) => number): void {
  const at = indexOf(items, item, compare);
  if (at >= 0) items.splice(at, 1);
}
