/** What makes two small worlds the same. */
import type { SmallOrder, SmallWorld } from "./small-world.ts";

/** A number for each text that was met. */
const numbers = new Map<string, number>();
/** Parts of worlds never change, and most worlds share all but one of theirs with another. */
const known = new WeakMap<object, number>();

/** Everything that changes but times, as a few numbers: worlds of one beginning are the same where these are. The owners are alike. */
export function keyOf(world: SmallWorld): readonly number[] {
  const { run, owner, pending, orders, unhedged, slices, hasAppeared, commands } = world;
  const [own, other] = owner === 0 ? pending : [pending[1], pending[0]];
  const key = [
    numberOf(run, textOf),
    own ? numberOf(own, textOf) : 0,
    other ? numberOf(other, textOf) : 0,
    numberOf(unhedged, (map) => textOf([...map])),
    slices,
    hasAppeared ? 1 : 0,
    commands,
  ];
  for (const order of orders) key.push(numberOf(order, orderText));
  return key;
}

function numberOf<Part extends object>(part: Part, text: (part: Part) => string): number {
  let number = known.get(part);
  if (number === undefined) {
    const found = text(part);
    number = numbers.get(found) ?? numbers.size + 1;
    numbers.set(found, number);
    known.set(part, number);
  }
  return number;
}

function orderText({ order, ...rest }: SmallOrder): string {
  const { clientOrderId: _, lookupAtMs, watchedUntilMs, fills, cancelWantedMs, endedMs, ...told } = order;
  const short = { ...told, reportedMs: 0, lookups: 0, rounds: 0 };
  return textOf([
    ...Object.values(rest),
    ...Object.values(short),
    fills.size,
    cancelWantedMs > 0,
    endedMs > 0,
    lookupAtMs !== undefined,
    watchedUntilMs !== undefined,
  ]);
}

function textOf(part: unknown): string {
  return JSON.stringify(part, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value));
}
