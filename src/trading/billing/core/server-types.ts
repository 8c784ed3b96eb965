/** The machines that can be rented, and what they cost. */
import { ONE } from "../../../kit/money/amount.ts";
import { HOUR_SECONDS, DAY_SECONDS } from "../../../kit/time/spans.ts";

export type ServerKind = "private" | "shared";

export interface ServerType {
  readonly id: string;
  readonly type: ServerKind;
  readonly name: string;
  readonly cpu: number;
  readonly memoryMb: number;
  readonly diskGb: number;
  readonly networkMbps: number;
  /** In 1e-8. */
  readonly priceHour: bigint;
}

const CENT = ONE / 100n;

/** Shortest and longest time that is rented at once, in seconds. */
export const RENT_SECONDS = { minimum: 2 * HOUR_SECONDS, maximum: 366 * DAY_SECONDS } as const;

/** Hours that are rented at once past the first week cost 90 %, those past thirty days 75 %. */
const TIERS = [
  { fromHour: 0, percent: 100n },
  { fromHour: 7 * 24, percent: 90n },
  { fromHour: 30 * 24, percent: 75n },
] as const;

/** Of each kind, the cheapest first. */
export const SERVER_TYPES: readonly ServerType[] = [
  machine("shared-small", "shared", "Shared, small", [1, 512, 5, 100], CENT),
  machine("shared-large", "shared", "Shared, large", [2, 2_048, 20, 250], 3n * CENT),
  machine("private-small", "private", "Private, small", [1, 1_024, 20, 500], 4n * CENT),
  machine("private-medium", "private", "Private, medium", [2, 4_096, 60, 1_000], 10n * CENT),
  machine("private-large", "private", "Private, large", [8, 16_384, 200, 2_500], 40n * CENT),
];

/**
 * The price of this many seconds, rented at once, in 1e-8. Hours that have begun are paid whole. Longer is never
 * cheaper, and two times half as long never cheaper than once.
 */
export function rentOf(priceHour: bigint, seconds: number): bigint {
  const hours = Math.ceil(Math.max(0, seconds) / HOUR_SECONDS);
  let total = 0n;
  for (const [position, { fromHour, percent }] of TIERS.entries()) {
    const end = Math.min(hours, TIERS[position + 1]?.fromHour ?? hours);
    if (end > fromHour) total += (priceHour * BigInt(end - fromHour) * percent) / 100n;
  }
  return total;
}

/** The refund of a rent when the server is given up after this many seconds: never below zero. */
export function refundOf(server: { readonly paid: bigint; readonly priceHour: bigint }, usedSeconds: number): bigint {
  const left = server.paid - rentOf(server.priceHour, usedSeconds);
  return left > 0n ? left : 0n;
}

/** The machine of that id and kind. */
export function serverType(id: string, type: ServerKind): ServerType | undefined {
  return SERVER_TYPES.find((each) => each.id === id && each.type === type);
}

/** A machine's type, which an account rents without naming a machine. */
export function cheapestType(type: ServerKind): ServerType | undefined {
  return SERVER_TYPES.find((each) => each.type === type);
}

function machine(
  id: string,
  type: ServerKind,
  name: string,
  [cpu, memoryMb, diskGb, networkMbps]: readonly [number, number, number, number],
  priceHour: bigint,
): ServerType {
  return { id, type, name, cpu, memoryMb, diskGb, networkMbps, priceHour };
}

/** A rented server that waits longer for a machine is refunded. */
export const PROVISIONING_MS = 15 * 60_000;
