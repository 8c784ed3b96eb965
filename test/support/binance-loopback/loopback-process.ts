/** Starts a loopback exchange in a process of its own, and speaks to it. */
import { fileURLToPath } from "node:url";
import { bundleScript } from "../bundle.ts";
import { ScriptProcess } from "../child-process.ts";

export interface LoopbackProcess {
  readonly url: string;
  /** One of the commands of control.ts, such as `world` with `{ simulatedMs: 5000 }`. */
  tell(command: "accounts" | "faults" | "levels" | "trades" | "world", body: object): Promise<unknown>;
  /** `book?symbol=BTCUSDT`, `orders?apiKey=k` or `requests`. */
  ask(question: string): Promise<unknown>;
  /** Ends it at once, and all that it knows. */
  kill(): Promise<void>;
}

/** @param args such as `["--markets", "100", "--every", "20"]`; process.ts says which there are. */
export async function startLoopbackProcess(args: readonly string[] = []): Promise<LoopbackProcess> {
  const script = await bundleScript(fileURLToPath(new URL("process.ts", import.meta.url)));
  const child = new ScriptProcess(script, args);
  const { url } = (await child.heard("ready")) as { readonly url: string };
  return {
    url,
    async tell(command, body) {
      const answer = await fetch(`${url}/loopback/${command}`, { method: "POST", body: JSON.stringify(body) });
      return answer.json();
    },
    ask: async (question) => (await fetch(`${url}/loopback/${question}`)).json(),
    kill: () => child.kill(),
  };
}
