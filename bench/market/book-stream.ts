/** A stream of changes as an exchange sends them, made up: a price that wanders, levels that come and go around it. */

export interface LevelChange {
  readonly isBid: boolean;
  readonly price: number;
  readonly quantity: number;
}

/** Small and quick, and the same in every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Ticks of 0.01 around 60,000; three of ten changes remove a level; most happen near the touch. */
export function levelChanges(count: number, seed = 1): LevelChange[] {
  const random = seededRandom(seed);
  const changes: LevelChange[] = [];
  let middle = 6_000_000;
  for (let at = 0; at < count; at++) {
    if (at % 16 === 0) middle += Math.floor(random() * 5) - 2;
    const isBid = random() < 0.5;
    // Squared, so that half of them are within a quarter of the depth.
    const away = 1 + Math.floor(random() ** 2 * 400);
    const price = (isBid ? middle - away : middle + away) / 100;
    changes.push({ isBid, price, quantity: random() < 0.3 ? 0 : Math.ceil(random() * 1000) / 1000 });
  }
  return changes;
}
