/** The strangers, in a process of their own, so that their work does not delay what is measured. */
import { HostileClient, type Outcome } from "./hostile-client.ts";
import { hostileRequests, type HostileRequest } from "./hostile-requests.ts";
import { SlowConnections } from "./slow-connections.ts";

export interface AttackPlan {
  readonly port: number;
  readonly requests: number;
  readonly connections: number;
  readonly slowConnections: number;
  readonly seed: number;
  /** Paths of scripts that the pages of the program load. */
  readonly scripts: readonly string[];
  /** Nothing more is sent after this time. */
  readonly milliseconds: number;
}

export interface AttackReport {
  readonly sent: number;
  readonly outcomes: Readonly<Record<string, number>>;
  /** Requests by kind. */
  readonly kinds: Readonly<Record<string, number>>;
  /** The first answers that no hostile request may get, and the first requests that got none. */
  readonly problems: readonly string[];
  /** The requests that took the longest, and how long. */
  readonly slowest: readonly string[];
  readonly slowEnded: number;
}

const REQUESTS_A_CONNECTION = 20;
const ADDRESSES = 2_000;
const MAX_PROBLEMS = 20;
const MAX_SLOWEST = 10;

/** Takes a plan from the parent process, carries it out, and tells what came of it. */
export function attackStrangers(): void {
  process.on("message", (plan: AttackPlan) => {
    void attack(plan).then((report) => process.send?.(report));
  });
}

async function attack(plan: AttackPlan): Promise<AttackReport> {
  const next = hostileRequests(plan.seed, plan.scripts);
  const slow = new SlowConnections(plan.port, plan.slowConnections, plan.scripts);
  const endAt = performance.now() + plan.milliseconds;
  const outcomes: Record<string, number> = {};
  const kinds: Record<string, number> = {};
  const problems: string[] = [];
  let [sent, opened] = [0, 0];

  const slowest: { readonly ms: number; readonly line: string }[] = [];

  const note = (outcome: Outcome, { kind, bytes }: HostileRequest, ms: number): void => {
    const text = JSON.stringify(bytes.subarray(0, 300).toString("latin1"));
    if (slowest.length < MAX_SLOWEST || ms > (slowest.at(-1)?.ms ?? 0)) {
      slowest.push({ ms, line: `${ms.toFixed(0)} ms, ${String(outcome)} after ${kind}: ${text}` });
      slowest.sort((one, other) => other.ms - one.ms).splice(MAX_SLOWEST);
    }
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    const isProblem =
      outcome === "none" || outcome === "garbled" || (typeof outcome === "number" && outcome >= 500 && outcome !== 501);
    if (isProblem && problems.length < MAX_PROBLEMS) {
      problems.push(`${String(outcome)} after ${kind}: ${text}`);
    }
  };
  const work = async (): Promise<void> => {
    while (sent < plan.requests && performance.now() < endAt) {
      let last = "nothing";
      const client = new HostileClient(plan.port, opened++ % ADDRESSES);
      for (let at = 0; at < REQUESTS_A_CONNECTION && !client.isOver && sent < plan.requests; at++) {
        sent++;
        const request = next();
        const began = performance.now();
        const outcome = await client.send(request);
        note(outcome, request, performance.now() - began);
        if (outcome === "garbled")
          problems.push(`  after ${last}, ${JSON.stringify(client.received.slice(0, 300))} came`);
        last = JSON.stringify(request.bytes.subarray(0, 300).toString("latin1"));
        if (request.awaits !== "answer") break;
      }
      client.end();
    }
  };
  await Promise.all(Array.from({ length: plan.connections }, work));
  return { sent, outcomes, kinds, problems, slowest: slowest.map(({ line }) => line), slowEnded: slow.stop() };
}
