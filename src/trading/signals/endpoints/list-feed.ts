import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, serviceCode } from "../../shapes.ts";
import type { SignalDeps } from "../deps.ts";
import { signal } from "../records.ts";
import { showIteration, showSignal } from "../show-signal.ts";
import { viewerOf } from "../viewer.ts";

/** Signals on a page of the feed. */
const SIGNALS = 100;
/** With `more`, iterations on a page, which are some 400 bytes each: fewer signals where more of each are wanted. */
const ITERATIONS = 10_000;

export const listFeed = endpoint({
  id: "signals.listFeed",
  method: ["GET", "POST"],
  path: "/marketplace/signals-feed",
  auth: "public",
  summary: "Signals with their iterations",
  description:
    "Newest signals first, 100 on a page that `signalpage` chooses. Each has its latest iteration; with `more` those of the " +
    "page that `limit` and `pagenumber` choose. Where `limit` is more than 100 then, a page has as many signals as make " +
    "10,000 iterations, at least 10. Everything is as it was some time ago: 15 minutes without a key and with the " +
    "package `free`, one minute with `basic`, nothing with `pro`, and nothing for the account's own signals. Results are " +
    "percent of the opening price, net of fees, of iterations since the last reset whose prices the tape has.",
  input: {
    params: Type.Object({
      id: Type.Optional(id),
      code: Type.Optional(serviceCode),
      more: Type.Optional(Type.Boolean()),
      limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
      min_iterations: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000000 })),
      from_iteration: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000000 })),
      pagenumber: Type.Integer({ minimum: 1, maximum: 1000000, default: 1 }),
      signalpage: Type.Integer({ minimum: 1, maximum: 1000000, default: 1, description: "Which signals, from 1" }),
    }),
  },
  output: json(
    Type.Object({
      signals: Type.Array(signal),
      page: Type.Integer({ minimum: 1, description: "As signalpage" }),
      showing: Type.Integer({ minimum: 0, description: "Signals on this page" }),
      total: Type.Integer({ minimum: 0, description: "Signals on all pages" }),
    }),
  ),
  errors: [],
  examples: [
    { name: "all signals" },
    { name: "of one market, with all their iterations", body: { code: "simalpha-btcusdt", more: true, limit: 50 } },
    { name: "an invalid id", body: { id: "one" }, status: 422 },
  ],

  async run({ signals, clock }: SignalDeps & ClockDeps, { input: { params }, actor }) {
    const viewer = viewerOf(actor, clock.now());
    const most = params.more === true ? Math.min(SIGNALS, Math.floor(ITERATIONS / params.limit)) : SIGNALS;
    const page = { limit: most, offset: (params.signalpage - 1) * most };
    const filter = {
      id: params.id === undefined ? undefined : Number(params.id),
      code: params.code,
      ownerUid: undefined,
      minIterations: params.min_iterations ?? 0,
    };
    const found = await signals.pageSignals(viewer, filter, page);
    const ids = found.signals.map((each) => each.id);
    const shown = params.more === true ? rowsOf(params) : { limit: 1, offset: 0 };
    const iterations = await signals.listIterations(viewer, ids, params.from_iteration ?? 0, shown);
    return {
      signals: found.signals.map((each, at) => ({
        ...showSignal(each, page.offset + at + 1),
        iteration_children: iterations.filter(({ signalId }) => signalId === each.id).map(showIteration),
      })),
      page: params.signalpage,
      showing: found.signals.length,
      total: found.total,
    };
  },
});
