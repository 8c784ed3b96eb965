import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { billingErrors } from "../../billing/index.ts";
import { endpoint } from "../../endpoint.ts";
import { strategyErrors } from "../errors.ts";
import { strategyId } from "../parameters.ts";
import { runAck } from "../records.ts";
import { showRunAnswer } from "../show-run.ts";
import { startStrategy, type StartDeps } from "../start-strategy.ts";

export const start = endpoint({
  id: "strategies.start",
  method: ["GET", "POST"],
  path: "/strategy/start",
  auth: "change",
  permission: "strategies",
  summary: "Start a strategy",
  description:
    "Begins a new run: keys, balances and books are checked, then it trades. Nothing happens to one that runs. After a " +
    "forced stop the same run goes on, where the subscription has room for it as for a new one, and its open orders are " +
    "looked up before anything is sent. Without room, exchange-query/order-cancel, or risk/halt with `cancel`, cancels them. " +
    "An algorithm that the subscription excludes is not started. One that is paused for " +
    "a reason that needs its owner goes on too. With `server_id` it runs in the process that has this server, which is not " +
    "given up before the strategy has ended; without it, in any. A run that goes on stays on its server.",
  input: {
    params: Type.Object({
      id: strategyId,
      server_id: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 40,
          description:
            "An active server from subscriptions/list-private-servers or list-shared-servers. When its time is over, the " +
            "strategy is stopped softly",
        }),
      ),
    }),
  },
  output: json(runAck),
  errors: [
    strategyErrors.profileNotFound,
    strategyErrors.strategyUnclear,
    strategyErrors.notYours,
    strategyErrors.notIncluded,
    strategyErrors.notReady,
    strategyErrors.stopping,
    billingErrors.noServer,
    strategyErrors.serverNotReady,
    strategyErrors.tooManyActive,
    strategyErrors.tooManyKeys,
    strategyErrors.tooManyRunning,
    strategyErrors.changedMeanwhile,
  ],
  examples: [
    { name: "a draft", body: { id: "1000001" }, status: 422 },
    { name: "a strategy that there is not", body: { id: "1" }, status: 404 },
    { name: "a server that there is not", body: { id: "1000001", server_id: "1" }, status: 404 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run(deps: StartDeps, { input: { params }, actor }) {
    const run = await startStrategy(deps, actor, { id: Number(params.id), serverId: params.server_id });
    return showRunAnswer(run, run.already ? "The strategy runs already: nothing happened" : "The strategy starts");
  },
});
