import { Type, type Static } from "typebox";
import { json, withBeside } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { MINUTE_MS, DAY_MS } from "../../../kit/time/spans.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import {
  dayOf,
  dayStart,
  parseCombination,
  spreadNow,
  subtractSpans,
  tapeErrors,
  type SpreadMinute,
  type TapeDeps,
} from "../../tape/index.ts";
import type { MarketDeps } from "../deps.ts";
import { gapList, spreadMinute } from "../records.ts";

export const fetchSpreadData = endpoint({
  id: "market.fetchSpreadData",
  method: ["GET", "POST"],
  path: "/public/fetch-spread-data",
  auth: "public",
  summary: "A spread, minute by minute",
  description:
    "Open, high, low and close of ask less bid, and of ask divided by bid, for any two markets: the oldest minute first, " +
    "the last one as far as it has come. `time` is the first millisecond of the minute. A minute in which the best ask " +
    "of the first market and the best bid of the second were at no time known together is absent, and named in `gaps` " +
    "beside `data`; without a change it has the values that it began with. Days are days in UTC; those before today need a key.",
  input: {
    params: Type.Object({
      combination: Type.String({
        minLength: 1,
        maxLength: 140,
        description: "Two service codes joined by +: the first asks, the second bids",
      }),
      latestonly: Type.Optional(Type.Boolean({ description: "Only the newest minute, of today" })),
      date: Type.Optional(
        Type.String({ pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description: "YYYY-MM-DD; today without it" }),
      ),
    }),
  },
  output: json(Type.Array(spreadMinute), { beside: { gaps: gapList } }),
  errors: [
    tapeErrors.notACombination,
    tapeErrors.unknownCode,
    tapeErrors.notADay,
    tapeErrors.keyForPast,
    tapeErrors.busy,
  ],
  examples: [
    { name: "today", body: { combination: "simalpha-btcusdt+simbeta-btcusdt" } },
    { name: "now", body: { combination: "simalpha-btcusdt simbeta-btcusdt", latestonly: true } },
    { name: "one market alone", body: { combination: "simalpha-btcusdt" }, status: 422 },
    { name: "a market that there is not", body: { combination: "simalpha-btcusdt+nowhere-btcusdt" }, status: 404 },
    {
      name: "a day that there is not",
      body: { combination: "simalpha-btcusdt+simbeta-btcusdt", date: "2026-02-30" },
      status: 422,
    },
    { name: "without what it needs", body: {}, status: 422 },
  ],
  async run({ tape, market, clock }: MarketDeps & TapeDeps & ClockDeps, { input: { params }, actor }) {
    const codes = parseCombination(params.combination);
    if (!codes) throw tapeErrors.notACombination({ combination: params.combination });
    const today = dayOf(toMillis(clock.now()));
    const day = params.date ?? today;
    if (dayStart(day) === undefined) throw tapeErrors.notADay({ date: day });
    if (day < today && !actor) throw tapeErrors.keyForPast({ today });
    for (const code of [codes.ask, codes.bid]) {
      if (market.listing(code)) continue;
      const known = await tape.availability();
      if (!known.some((each) => each.code === code)) throw tapeErrors.unknownCode({ code });
    }
    if (params.latestonly !== true) {
      const minutes = await tape.spreadMinutes(codes.ask, codes.bid, day);
      return withBeside(minutes.map(recordOf), { gaps: gapsBetween(minutes, day, toMillis(clock.now())) });
    }
    const latest = newer(
      await tape.latestSpread(codes.ask, codes.bid),
      // The present state is answered even where nothing is recorded, or nothing since an earlier minute.
      spreadNow(market, clock, codes.ask, codes.bid),
    );
    return withBeside(latest ? [recordOf(latest)] : [], { gaps: [] });
  },
});

function newer(recorded: SpreadMinute | undefined, now: SpreadMinute | undefined): SpreadMinute | undefined {
  return recorded && recorded.startMs >= (now?.startMs ?? 0) ? recorded : now;
}

/** The minutes of a day, up to the one of now, that are not there. */
function gapsBetween(minutes: readonly SpreadMinute[], day: string, nowMs: number): Static<typeof gapList> {
  const startMs = dayStart(day) ?? 0;
  const whole = { fromMs: startMs, toMs: Math.min(startMs + DAY_MS, Math.floor(nowMs / MINUTE_MS) * MINUTE_MS) };
  if (whole.toMs <= whole.fromMs) return [];
  const known = minutes.map(({ startMs: fromMs }) => ({ fromMs, toMs: fromMs + MINUTE_MS }));
  return subtractSpans([whole], known).map(({ fromMs, toMs }) => ({ from: fromMs, to: toMs, reason: "not_recorded" }));
}

function recordOf({ startMs, price, ratio }: SpreadMinute): Static<typeof spreadMinute> {
  const time = String(startMs);
  return { price: { ...price, time }, ratio: { ...ratio, time } };
}
