/** What an article did to prices, in words. */
import type { NewsItem } from "../../../../../clients/typescript/src/trading.ts";
import { say, texts } from "../../../say.ts";

const T = texts.trading.news;

export type ImpactName = keyof typeof T.afters;

export const IMPACTS = Object.entries(T.afters) as readonly (readonly [ImpactName, string])[];

type Move = Extract<NewsItem[ImpactName]["data"], Readonly<Record<string, unknown>>>[string];

/** One line for each pair whose move is known, the least usual first; else why there is none. */
export function impactLines({ status, data }: NewsItem[ImpactName]): readonly string[] {
  if (status === "subscription required") return [T.subscription];
  if (status !== "completed" || Array.isArray(data)) return [T.waits];
  const moves: readonly Move[] = Object.values(data);
  const known = moves.filter((each) => each.status === "compiled");
  if (known.length === 0) return [T.noImpact];
  return [...known]
    .sort((one, other) => Math.abs(other.z ?? 0) - Math.abs(one.z ?? 0))
    .map(({ pair, difference, z }) => {
      const moved = say(T.moved, { pair, difference });
      return z === null ? moved : `${moved}, ${say(T.unusual, { z: z.toFixed(1) })}`;
    });
}
