/** What the engine cannot be quicker than, measured beside it on the same event loop: one commit, and one request to the exchange. */
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { EngineWorld } from "./engine-world.ts";

const PER_SECOND = 20;

/** One row after the other, at a pace, through the pool of the engine. @returns milliseconds */
export function bareCommits({ db }: EngineWorld, seconds: number): Promise<readonly number[]> {
  return paced(seconds, (number) =>
    db.execute({ name: "bench.commit", text: "insert into bench values ($1)", values: [number] }),
  );
}

/** A request of a few bytes on a connection that stays open: until it is on the socket, and to the end of its answer. Milliseconds. */
export async function barePosts(
  { url }: EngineWorld,
  seconds: number,
): Promise<{ readonly left: readonly number[]; readonly whole: readonly number[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const left: number[] = [];
  const whole = await paced(seconds, async () => {
    const began = performance.now();
    await post(`${url}/api/v3/nothing`, agent, () => left.push(performance.now() - began));
  });
  agent.destroy();
  return { left, whole };
}

function post(url: string, agent: Agent, left: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", agent }, (answer) => {
      answer.resume();
      answer.once("end", resolve);
    });
    sent.once("finish", left);
    sent.once("error", reject);
    sent.end("side=BUY");
  });
}

async function paced(seconds: number, work: (number: number) => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
    const began = performance.now();
    await work(times.length);
    times.push(performance.now() - began);
    await delay(1000 / PER_SECOND);
  }
  return times;
}
