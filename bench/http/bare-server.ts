/** The comparison server of the benchmarks: `node:http`, which answers with bytes and headers that it is given. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** An answer of the program, as it came over the wire. */
export interface RecordedAnswer {
  readonly path: string;
  /** Names and values, in turn, without those that node:http adds itself. */
  readonly headers: readonly string[];
  /** Base64. */
  readonly body: string;
}

/** Runs in a process of its own: takes the answers from its parent, and tells the port. */
export function serveRecorded(): void {
  process.once("message", (recorded: readonly RecordedAnswer[]) => {
    const answers = new Map(
      recorded.map(({ path, headers, body }) => [path, { headers: [...headers], body: Buffer.from(body, "base64") }]),
    );
    const server = createServer((request, response) => {
      const answer = answers.get(request.url ?? "");
      response.writeHead(answer ? 200 : 404, answer?.headers);
      response.end(answer?.body);
    });
    server.keepAliveTimeout = 120_000;
    server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
  });
}
