/** The faults that a test may cause at the loopback exchange. Everything is well until it says so. */

/** The fate of a request. `before`: it never reaches the engine. `after`: it has, and the answer is lost. */
export type RequestFault =
  | {
      readonly kind: "lost";
      readonly when: "before" | "after";
      /** The connection is closed, nothing is ever said, or it ends in the middle of the answer. */
      readonly how: "close" | "silence" | "half";
    }
  | { readonly kind: "delay"; readonly ms: number }
  /** The exchange's clock goes this much ahead, and the request is answered by it. */
  | { readonly kind: "jump"; readonly ms: number }
  | {
      readonly kind: "answer";
      /** Given instead of doing anything. */
      readonly status: number;
      readonly body: string | object;
      readonly retryAfterS?: number;
    };

export interface PlannedFault {
  readonly fault: RequestFault;
  /** How many requests it meets; 1 unless told. */
  readonly count?: number;
  /** Such as `POST` and `/api/v3/order`; all, unless told. */
  readonly method?: string;
  readonly path?: string;
  /** Only requests with this parameter. */
  readonly has?: string;
  /** Only after a request of this path has come. */
  readonly after?: string;
}

export interface Faults {
  /** Meets the next requests that fit, after those that were planned before. */
  plan(fault: PlannedFault): void;
  /** What was planned and has met no request yet. */
  readonly unmet: readonly PlannedFault[];
  /** Takes away what was planned and has not happened, and ends everything that lasts. */
  heal(): void;
  /** Breaks these WebSocket connections at once; answers how many. */
  dropSockets(which?: SocketKind): number;
  /** Sockets stay open, and nothing is sent on them until this is false again. Pending messages are lost. */
  isMute: boolean;
  /** Every new connection, of either kind, is broken at once. */
  refusesConnections: boolean;
  /** Each WebSocket message comes this much later. */
  messageDelayMs: number;
  /** So many of the next WebSocket messages with events come twice. */
  duplicates: number;
  /** So many of the next events of user streams are never sent: a gap. */
  lostUserEvents: number;
  /** So many of the next answers to what clients ask over sockets are never sent. */
  lostReplies: number;
  /** So many of the next messages that clients send over market sockets never arrive. */
  lostQuestions: number;
  /** So many of the next depth events of a symbol, or of all, are never sent: a gap. */
  swallowDepth(count: number, symbol?: string): void;
  /** REST answers 503, and no socket is left or accepted. */
  isMaintained: boolean;
  /** When orders changed, as REST tells it: right, not at all, or an hour before the time that streams tell. */
  changeTimes: ChangeTimes;
  /** The exchange's clock less the real one. */
  skewMs: number;
  /** Bans all callers (418) for this long from now. */
  ban(ms: number): void;
}

export type ChangeTimes = "right" | "none" | "early";

export type SocketKind = "market" | "user" | "all";

/** Common answers for `plan`. */
export const ANSWERS = {
  tooManyRequests: {
    kind: "answer",
    status: 429,
    body: {
      code: -1003,
      msg: "Too much request weight used; current limit is 6000 request weight per 1 MINUTE.",
    },
    retryAfterS: 2,
  },
  banned: {
    kind: "answer",
    status: 418,
    body: { code: -1003, msg: "Way too much request weight used; IP banned until 1700000000000." },
    retryAfterS: 120,
  },
  unavailable: { kind: "answer", status: 503, body: "<html><body>503 Service Unavailable</body></html>" },
  internalError: {
    kind: "answer",
    status: 500,
    body: { code: -1000, msg: "An unknown error occurred while processing the request." },
  },
  /** The back end may or may not have done it. */
  backendTimeout: {
    kind: "answer",
    status: 408,
    body: {
      code: -1007,
      msg: "Timeout waiting for response from backend server. Send status unknown; execution status unknown.",
    },
  },
  clockAhead: {
    kind: "answer",
    status: 400,
    body: { code: -1021, msg: "Timestamp for this request is outside of the recvWindow." },
  },
} as const satisfies Readonly<Record<string, RequestFault>>;

/** The part of the faults that the REST side and the sockets ask. */
export interface FaultState {
  isMute: boolean;
  refusesConnections: boolean;
  messageDelayMs: number;
  duplicates: number;
  lostUserEvents: number;
  lostReplies: number;
  lostQuestions: number;
  isMaintained: boolean;
  changeTimes: ChangeTimes;
  /** Takes the fault that meets this request, if one does. */
  take(method: string, path: string, parameters: ReadonlyMap<string, string>): RequestFault | undefined;
  plan(fault: PlannedFault): void;
  readonly unmet: readonly PlannedFault[];
  swallowDepth(count: number, symbol?: string): void;
  /** Whether the next depth event of the symbol is to be swallowed. */
  swallows(symbol: string): boolean;
  heal(): void;
}

export function createFaultState(): FaultState {
  let planned: { fault: PlannedFault; left: number; isDue: boolean; isMet: boolean }[] = [];
  const swallowed = new Map<string, number>();
  const state: FaultState = {
    isMute: false,
    refusesConnections: false,
    messageDelayMs: 0,
    duplicates: 0,
    lostUserEvents: 0,
    lostReplies: 0,
    lostQuestions: 0,
    isMaintained: false,
    changeTimes: "right",
    take(method, path, parameters) {
      const found = planned.find(
        ({ fault, isDue }) =>
          isDue &&
          (fault.method ?? method) === method &&
          (fault.path ?? path) === path &&
          (fault.has === undefined || parameters.has(fault.has)),
      );
      for (const each of planned) each.isDue ||= each.fault.after === path;
      if (!found) return undefined;
      found.isMet = true;
      if (--found.left === 0) planned = planned.filter((each) => each !== found);
      return found.fault.fault;
    },
    plan(fault) {
      planned.push({ fault, left: fault.count ?? 1, isDue: fault.after === undefined, isMet: false });
    },
    get unmet() {
      return planned.filter(({ isMet }) => !isMet).map(({ fault }) => fault);
    },
    swallowDepth(count, symbol = "") {
      swallowed.set(symbol, (swallowed.get(symbol) ?? 0) + count);
    },
    swallows(symbol) {
      for (const name of [symbol, ""]) {
        const left = swallowed.get(name) ?? 0;
        if (left === 0) continue;
        swallowed.set(name, left - 1);
        return true;
      }
      return false;
    },
    heal() {
      planned = [];
      swallowed.clear();
      Object.assign(state, {
        isMute: false,
        refusesConnections: false,
        messageDelayMs: 0,
        duplicates: 0,
        lostUserEvents: 0,
        lostReplies: 0,
        lostQuestions: 0,
        isMaintained: false,
        changeTimes: "right",
      });
    },
  };
  return state;
}
