/** A way to a server that breaks when a test says so: connections end, and answers are lost after the server gave them. */
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface BreakingProxy {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** Connections that were made. */
  readonly made: number;
  /** The next answers are cut off before the caller sees a byte of them. */
  loseAnswers(count: number): void;
  /** Ends every connection. */
  breakAll(): void;
}

/** Leads to a server on loopback. Closed after the test. */
export async function breakingProxy(target: string): Promise<BreakingProxy> {
  const open = new Set<Socket>();
  let made = 0;
  let toLose = 0;
  const server = createServer((caller) => {
    made++;
    const out = connect(Number(new URL(target).port), "127.0.0.1");
    for (const socket of [caller, out]) {
      open.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        open.delete(socket);
        caller.destroy();
        out.destroy();
      });
    }
    caller.pipe(out);
    out.on("data", (bytes: Buffer) => {
      if (toLose === 0) return void caller.write(bytes);
      toLose--;
      caller.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const breakAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  onTestFinished(() => {
    breakAll();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get made() {
      return made;
    },
    loseAnswers: (count) => void (toLose = count),
    breakAll,
  };
}
