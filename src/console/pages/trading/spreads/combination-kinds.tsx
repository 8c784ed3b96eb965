/** Whether the exchanges of a combination are live, on paper or simulated: each kind once. */
import type { MoneyKind } from "../../../live/money-kind.ts";
import { MoneyBadge } from "../../../parts/money.tsx";

interface CombinationKindsProps {
  /** Two service codes joined by +. */
  readonly combination: string;
  /** By the code of the exchange. */
  readonly kinds: ReadonlyMap<string, MoneyKind>;
}

export function CombinationKinds({ combination, kinds }: CombinationKindsProps) {
  const exchanges = combination.split("+").map((code) => code.slice(0, code.indexOf("-")));
  const found = [...new Set(exchanges.map((exchange) => kinds.get(exchange)))];
  return (
    <>
      {found.map((kind) => (
        <MoneyBadge key={kind} kind={kind} />
      ))}
    </>
  );
}
