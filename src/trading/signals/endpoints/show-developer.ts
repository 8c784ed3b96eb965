import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id } from "../../shapes.ts";
import type { SignalDeps } from "../deps.ts";
import { signalErrors } from "../errors.ts";
import { developer, signalHead } from "../records.ts";
import { showDeveloperOf } from "../show-developer.ts";
import { percentOf, showSignal } from "../show-signal.ts";
import { viewerOf } from "../viewer.ts";

/** More than the largest package allows. */
const MAX_SHOWN = 100;

export const showDeveloper = endpoint({
  id: "signals.showDeveloper",
  method: ["GET", "POST"],
  path: "/marketplace/signal-developer",
  auth: "user",
  permission: "signals",
  summary: "A developer of signals",
  description:
    "With its signals, newest first, as late as in marketplace/signals-feed. `success_rate` is the percentage of all their " +
    "iterations since the last reset that have brought something, and `subscribers` how many users follow one of them.",
  input: { params: Type.Object({ id }) },
  output: json(
    Type.Object({
      ...developer.properties,
      signals: Type.Array(signalHead),
      subscribers: Type.Integer(),
      success_rate: Type.Number(),
    }),
  ),
  errors: [signalErrors.developerNotFound],
  examples: [
    { name: "a developer that there is not", body: { id: "1" }, status: 404 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run({ signals, clock }: SignalDeps & ClockDeps, { input: { params }, actor }) {
    const ownerUid = Number(params.id);
    const found = await signals.findDeveloper(ownerUid);
    if (!found) throw signalErrors.developerNotFound({ id: params.id });
    const filter = { id: undefined, code: undefined, ownerUid, minIterations: 0 };
    const page = { limit: MAX_SHOWN, offset: 0 };
    const published = await signals.pageSignals(viewerOf(actor, clock.now()), filter, page);
    const won = published.signals.reduce((sum, each) => sum + each.won, 0);
    const priced = published.signals.reduce((sum, each) => sum + each.priced, 0);
    return {
      ...showDeveloperOf(found),
      signals: published.signals.map((each, at) => showSignal(each, at + 1)),
      subscribers: await signals.countSubscribers(ownerUid),
      success_rate: percentOf(won, priced),
    };
  },
});
