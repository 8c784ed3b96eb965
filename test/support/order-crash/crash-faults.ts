/** The faults at the exchange while processes die: one a case, at the first request that it fits. */
import { ANSWERS, type RequestFault } from "../binance-loopback/faults.ts";
import type { BinanceLoopback } from "../binance-loopback/loopback.ts";

type CrashFault = (loopback: Pick<BinanceLoopback, "faults">) => void;

const PLACE = { method: "POST", path: "/api/v3/order" } as const;
const CANCEL = { method: "DELETE", path: "/api/v3/order" } as const;
const LOST_EVENTS = 3;
const DOUBLED_EVENTS = 1_000;

const REQUEST_FAULTS: Readonly<Record<string, RequestFault>> = {
  "lost before": { kind: "lost", when: "before", how: "close" },
  "lost after": { kind: "lost", when: "after", how: "close" },
  "half an answer": { kind: "lost", when: "after", how: "half" },
  429: ANSWERS.tooManyRequests,
  "-1021": ANSWERS.clockAhead,
};

const DUPLICATE: RequestFault = { kind: "answer", status: 400, body: { code: -2010, msg: "Duplicate order sent." } };

export const FAULTS: Readonly<Record<string, CrashFault>> = {
  "no fault": () => undefined,
  ...plannedFor("place", PLACE, { ...REQUEST_FAULTS, "called a duplicate": DUPLICATE }),
  ...plannedFor("cancel", CANCEL, REQUEST_FAULTS),
  "answers without times": ({ faults }) => void (faults.changeTimes = "none"),
  "answers with earlier times than the stream": ({ faults }) => void (faults.changeTimes = "early"),
  "a gap in the stream": ({ faults }) => void (faults.lostUserEvents = LOST_EVENTS),
  "the stream twice": ({ faults }) => void (faults.duplicates = DOUBLED_EVENTS),
};

export const FAULT_NAMES: readonly string[] = Object.keys(FAULTS);

function plannedFor(
  what: string,
  request: { readonly method: string; readonly path: string },
  faults: Readonly<Record<string, RequestFault>>,
): Record<string, CrashFault> {
  return Object.fromEntries(
    Object.entries(faults).map(([name, fault]) => [
      `${what}: ${name}`,
      (loopback: Pick<BinanceLoopback, "faults">) => loopback.faults.plan({ ...request, fault }),
    ]),
  );
}
