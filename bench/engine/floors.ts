/** What the engine cannot be quicker than, measured beside it on the same event loop: one commit, and one request to the exchange. */
import { createHmac, createSecretKey } from "node:crypto";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
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

/**
 * A request as an order is one, signed and written to a socket that stays open, without any client and without anything that is
 * decided or asked before. @returns milliseconds until the socket has it
 */
export async function signedWrites({ url }: EngineWorld, seconds: number): Promise<readonly number[]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay();
  await once(socket, "connect");
  const key = createSecretKey("a secret of sixty-four characters, as exchanges give them", "utf8");
  const times = await paced(seconds, (number) => {
    const terms = `timestamp=${Date.now()}&symbol=BTCUSDT&side=BUY&newClientOrderId=x${number}&type=LIMIT&quantity=1&price=1`;
    const body = `${terms}&signature=${createHmac("sha256", key).update(terms).digest("hex")}`;
    const head = `POST /api/v3/nothing HTTP/1.1\r\nhost: ${hostname}:${port}\r\nX-MBX-APIKEY: none\r\n`;
    socket.write(`${head}content-length: ${body.length}\r\n\r\n${body}`);
    socket.resume();
    return Promise.resolve();
  });
  socket.destroy();
  return times;
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
