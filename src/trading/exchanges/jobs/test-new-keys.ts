import { Type } from "typebox";
import { AppError } from "../../../kit/errors/catalogue.ts";
import { job } from "../../../kit/jobs/job.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { ExchangeKeyDeps } from "../deps.ts";
import { firstTest } from "../first-test.ts";
import type { Exchange } from "../port.ts";

/** Keys of one exchange in one run. The rest is tested a minute later. */
const BATCH = 20;
/** An exchange that answers nothing about this many keys in a row is left alone until the next run. */
const MOST_UNANSWERED = 3;

interface TestNewKeysDeps extends ExchangeKeyDeps, ClockDeps {
  readonly exchanges: readonly Exchange[];
}

/** Tests keys that could not be tested when they were added. A failed test is due again a minute later. */
export const testNewKeys = job({
  name: "trading.testNewKeys",
  about: "Tests exchange keys that were added while their exchange was not connected, or did not answer.",
  input: Type.Object({}),
  retry: { maxAttempts: 1 },
  timeoutMs: 300_000,

  async run(deps: TestNewKeysDeps, _input, { signal }) {
    const failures: unknown[] = [];
    await Promise.all(deps.exchanges.map((exchange) => testAt(exchange, deps, signal, failures)));
    if (failures.length > 0)
      throw new AggregateError(failures, `exchange keys that could not be tested: ${failures.length}`);
  },
});

/** @param failures takes those of ours, such as of a key that no secret of this process opens: they hold up no other key */
async function testAt(
  exchange: Exchange,
  deps: TestNewKeysDeps,
  signal: AbortSignal,
  failures: unknown[],
): Promise<void> {
  let unanswered = 0;
  for (const key of await deps.exchangeKeys.listUntested(exchange.code, BATCH)) {
    if (signal.aborted || unanswered >= MOST_UNANSWERED) return;
    try {
      const credentials = await deps.exchangeKeys.findCredentials(key.ownerUid, key.id);
      if (!credentials) continue;
      await firstTest(deps, exchange, key, credentials);
      unanswered = 0;
    } catch (error) {
      if (error instanceof AppError) unanswered++;
      else failures.push(error);
    }
  }
}
