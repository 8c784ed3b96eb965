/** Numbers that look random and are the same for the same seed, everywhere and always. */

export interface SeededNumbers {
  /** At least 0 and below 1. */
  next(): number;
  /** A whole number, at least 0 and below `limit`. */
  below(limit: number): number;
  /** Around 0, as noise is: normally distributed with a deviation of 1. */
  normal(): number;
}

/**
 * A generator for a seed (whole, up to 32 bits): `sfc32` of the PractRand suite by Chris Doty-Humphrey, of 128 bits of
 * state, mixed from the seed by the finalizer of MurmurHash3.
 */
export function seededNumbers(seed: number): SeededNumbers {
  let a = mix(seed);
  let b = mix(a ^ 0x9e3779b9);
  let c = mix(b ^ 0x85ebca6b);
  let counter = 1;

  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  // The first numbers of similar seeds are similar.
  for (let round = 0; round < 12; round++) next();
  return {
    next,
    below: (limit) => Math.floor(next() * limit),
    // The sum of four uniform numbers is near enough to normal for a market, and has no logarithm in it.
    normal: () => (next() + next() + next() + next() - 2) * Math.sqrt(3),
  };
}

/** A whole number of 32 bits from a text, such as a market's name: for seeds. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mix(hash);
}

/** A well-mixed number of 32 bits from two, so that neighbours have nothing in common. */
export function mixSeeds(first: number, second: number): number {
  return mix(mix(first) ^ Math.imul(second, 0x9e3779b1));
}

function mix(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) | 0;
}
