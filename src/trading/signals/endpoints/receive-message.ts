import { Type } from "typebox";
import { hashSecret } from "../../../kit/auth/hash-secret.ts";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps, LimiterDeps } from "../../platform-deps.ts";
import { MAX_HOOK_BYTES, parseHookText } from "../core/hook-text.ts";
import type { HookDeps } from "../deps.ts";
import { signalErrors } from "../errors.ts";
import { triggerAnswer } from "../records.ts";
import { showTrigger } from "../show-trigger.ts";
import { triggerFacts, type TriggerFactsDeps } from "../trigger-facts.ts";

/** Messages of one address in a minute. */
const A_MINUTE = 30;

export const receiveMessage = endpoint({
  id: "signals.receiveMessage",
  method: "POST",
  path: "/marketplace/hooks/in/:token",
  auth: "visitor",
  summary: "Take a message of a charting tool",
  description:
    "The address is that of marketplace/hooks/create. The body is JSON or a few words, of any content type: `buy`, `sell open`, " +
    '`{"action": "{{strategy.order.action}}", "market_position": "{{strategy.market_position}}", "time": "{{timenow}}"}`. The ' +
    "same message again is answered as the first time, and triggers nothing: for seven days where it has an `id` or a `time` and " +
    "says the same, for a minute where it has none. At most 30 messages a minute.",
  input: {
    path: Type.Object({ token: Type.String({ maxLength: 200, description: "The secret part of the address" }) }),
    text: Type.String({ maxLength: MAX_HOOK_BYTES }),
  },
  output: json(Type.Object({ ...triggerAnswer.properties, repeated: Type.Boolean({ description: "It came before" }) })),
  errors: [signalErrors.unknownAddress, signalErrors.unreadMessage, signalErrors.hookTooFast],
  limits: { bodyBytes: MAX_HOOK_BYTES },
  beyondSpec: true,
  examples: [{ name: "an address that there is not", path: { token: "unknown" }, body: "buy open", status: 404 }],

  async run(deps: HookDeps & TriggerFactsDeps & LimiterDeps & ClockDeps, { input: { path, text } }) {
    const { signalHooks, limiter, clock } = deps;
    const target = await signalHooks.findTarget(hashSecret(path.token));
    if (!target) throw signalErrors.unknownAddress();
    const verdict = await limiter.consume({
      key: `trading:hook:${target.hookId}`,
      requests: A_MINUTE,
      windowSeconds: 60,
    });
    if (!verdict.allowed) {
      const seconds = verdict.retryAfterSeconds;
      throw signalErrors.hookTooFast({ seconds }, { headers: { "Retry-After": String(seconds) } });
    }
    const message = { text, read: parseHookText(text) };
    const received = await signalHooks.receive(target, message, triggerFacts(deps, target), clock.now());
    if (!received) throw signalErrors.unknownAddress();
    const { answer, repeated } = received;
    if ("reason" in answer) throw signalErrors.unreadMessage({ reason: answer.reason });
    return { ...showTrigger(answer), repeated };
  },
});
