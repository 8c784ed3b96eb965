/** How relevant an article is to a market: by its age, the markets it names, its source, and the price after it. */
import { HOUR_MS } from "../../../kit/time/spans.ts";

/** The score halves in this many hours. */
const HALF_LIFE_HOURS = 12;
/** A larger |z| adds nothing more. */
const MAX_Z = 6;

export interface RelevantFacts {
  readonly ageMs: number;
  /** Whether the title names the coin, or only the brief does. */
  readonly isInTitle: boolean;
  /** Of the source, from 0 to 10. */
  readonly weight: number;
  /** The largest |z| of the pair's moves after the article; 0 where none is known. */
  readonly z: number;
  readonly echoes: number;
}

/** From 0 upwards, three decimals. */
export function relevanceOf({ ageMs, isInTitle, weight, z, echoes }: RelevantFacts): number {
  const recency = 2 ** (-Math.max(0, ageMs) / HOUR_MS / HALF_LIFE_HOURS);
  const match = isInTitle ? 1 : 0.6;
  const move = 1 + Math.min(Math.abs(z), MAX_Z) / MAX_Z;
  const repeated = 1 + Math.log2(1 + echoes) / 10;
  return Math.round(recency * match * weight * move * repeated * 1_000) / 1_000;
}
