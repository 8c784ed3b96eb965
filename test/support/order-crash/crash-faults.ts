/**
 * The faults at the exchange while processes die: one a case, at the first requests that it fits. Those of lookups and
 * lists come with an order whose answer was lost, so that it is looked up while they last.
 */
import { ANSWERS, type PlannedFault, type RequestFault } from "../binance-loopback/faults.ts";
import type { BinanceLoopback } from "../binance-loopback/loopback.ts";

type CrashFault = (loopback: Pick<BinanceLoopback, "faults">) => void;

const PLACE = { method: "POST", path: "/api/v3/order" } as const;
const CANCEL = { method: "DELETE", path: "/api/v3/order" } as const;
const FIND = { method: "GET", path: "/api/v3/order" } as const;
const OPEN = { method: "GET", path: "/api/v3/openOrders" } as const;
const CLOSED = { method: "GET", path: "/api/v3/allOrders" } as const;
const TRADES = { method: "GET", path: "/api/v3/myTrades" } as const;
type FaultyRequest = Omit<PlannedFault, "fault" | "count">;
const LOST_EVENTS = 3;
const MANY_EVENTS = 1_000;

const REQUEST_FAULTS: Readonly<Record<string, RequestFault>> = {
  "lost before": { kind: "lost", when: "before", how: "close" },
  "lost after": { kind: "lost", when: "after", how: "close" },
  "half an answer": { kind: "lost", when: "after", how: "half" },
  429: ANSWERS.tooManyRequests,
  "-1021": ANSWERS.clockAhead,
};

const OUTAGE = "an outage";
const READ_FAULTS: Readonly<Record<string, RequestFault>> = { ...REQUEST_FAULTS, [OUTAGE]: ANSWERS.unavailable };
const READ_KINDS = Object.keys(READ_FAULTS).length;
/** An outage meets this many requests of its kind, as many as a schedule of lookups has tries and more. */
const OUTAGE_REQUESTS = 8;

const DUPLICATE: RequestFault = { kind: "answer", status: 400, body: { code: -2010, msg: "Duplicate order sent." } };
/** The exchange has the first order and not the second, and told neither: every list has to deny the second one. */
const DOUBTS: readonly PlannedFault[] = [
  { ...PLACE, fault: { kind: "lost", when: "after", how: "close" } },
  { ...PLACE, fault: { kind: "lost", when: "before", how: "close" } },
];

/** Nothing tells of an order while these fail: the stream of the key is silent too. */
const EVERY_READ = "every lookup";

/** Each is met once by a poll and once by a lookup, where both ask it. */
const READS: Readonly<Record<string, readonly FaultyRequest[]>> = {
  find: [FIND],
  "open list": [OPEN, { ...OPEN, has: "symbol" }],
  "closed list": [CLOSED],
  trades: [TRADES, { ...TRADES, after: CLOSED.path }],
  [EVERY_READ]: [FIND, OPEN, CLOSED, TRADES],
};

export const FAULTS: Readonly<Record<string, CrashFault>> = {
  "no fault": () => undefined,
  ...plannedFor("place", [PLACE], { ...REQUEST_FAULTS, "called a duplicate": DUPLICATE }),
  ...plannedFor("cancel", [CANCEL], REQUEST_FAULTS),
  ...Object.assign({}, ...Object.entries(READS).map(([what, asked]) => plannedFor(what, asked, READ_FAULTS, DOUBTS))),
  "answers without times": ({ faults }) => void (faults.changeTimes = "none"),
  "answers with earlier times than the stream": ({ faults }) => void (faults.changeTimes = "early"),
  "a gap in the stream": ({ faults }) => void (faults.lostUserEvents = LOST_EVENTS),
  "the stream twice": ({ faults }) => void (faults.duplicates = MANY_EVENTS),
};

export const FAULT_NAMES: readonly string[] = Object.keys(FAULTS);

const READ_NAMES = Object.keys(READS).flatMap((what) => Object.keys(READ_FAULTS).map((name) => `${what}: ${name}`));

/** Where requests of one kind fail often enough that those of another are no longer sent. */
export const MAY_MISS: ReadonlySet<string> = new Set([`${EVERY_READ}: ${OUTAGE}`]);

/** For `npm test`: of the faults of lookups and lists one of each kind, and the outage of all of them; the others all. */
export const SAMPLE_NAMES: readonly string[] = FAULT_NAMES.filter((name) => {
  const at = READ_NAMES.indexOf(name);
  return at === -1 || at % (READ_KINDS + 1) === 0 || MAY_MISS.has(name);
});

/** @param before what goes wrong earlier in the same case */
function plannedFor(
  what: string,
  requests: readonly FaultyRequest[],
  faults: Readonly<Record<string, RequestFault>>,
  before: readonly PlannedFault[] = [],
): Record<string, CrashFault> {
  return Object.fromEntries(
    Object.entries(faults).map(([name, fault]) => [
      `${what}: ${name}`,
      (loopback: Pick<BinanceLoopback, "faults">) => {
        const count = name === OUTAGE ? OUTAGE_REQUESTS : 1;
        const planned = requests.map((request) => ({ ...request, fault, count }));
        for (const each of [...before, ...planned]) loopback.faults.plan(each);
        if (what === EVERY_READ) loopback.faults.lostUserEvents = MANY_EVENTS;
      },
    ]),
  );
}
