/** What is known of an exchange key, in sentences. */
import type { ExchangeKey } from "../../../../../clients/typescript/src/trading.ts";
import type { Tone } from "../../../parts/badge.tsx";
import type { MoneyKind } from "../../../live/money-kind.ts";
import { say, texts } from "../../../say.ts";

const T = texts.trading.exchanges.words;

export interface KeyWords {
  readonly tone: Tone;
  /** The most important first. */
  readonly sentences: readonly string[];
}

type Known = Pick<ExchangeKey, "status" | "permissions" | "ip_restricted" | "waits_for" | "last_error">;

/** A key that moves no real money needs no protection, so `kind` leaves the sentence about addresses out. */
export function keyWords(key: Known, kind: MoneyKind): KeyWords {
  const { status, permissions, ip_restricted, waits_for, last_error } = key;
  if (status === "disabled") return { tone: "warn", sentences: [T.disabled] };
  if (status === "invalid") return { tone: "bad", sentences: [say(T.invalid, { reason: last_error ?? T.noReason })] };
  if (status === "testing") return { tone: "warn", sentences: [say(T.testing, { reason: waits_for ?? T.firstTest })] };
  const { read, trade, withdraw } = permissions;
  const sentences = [
    ...(withdraw === true ? [T.withdraws] : []),
    rightText(trade, { yes: T.trades, no: T.tradesNot, unknown: T.tradesUnknown }),
    rightText(read, { yes: T.reads, no: T.readsNot, unknown: T.readsUnknown }),
    ...(withdraw === false ? [T.withdrawsNot] : []),
    ...(withdraw === null ? [T.withdrawsUnknown] : []),
    ...(kind === "live" || kind === "unknown"
      ? [rightText(ip_restricted, { yes: T.bound, no: T.unbound, unknown: T.boundUnknown })]
      : []),
  ];
  if (withdraw === true) return { tone: "bad", sentences };
  return { tone: trade === false || read === false ? "warn" : "good", sentences };
}

interface Answers {
  readonly yes: string;
  readonly no: string;
  readonly unknown: string;
}

function rightText(has: boolean | null, { yes, no, unknown }: Answers): string {
  if (has === null) return unknown;
  return has ? yes : no;
}
