/** Counts what the loopback exchange answered, which itself remembers only the last requests. */
import type { SeenRequest } from "../binance-loopback/rest-server.ts";

export class AnswerCounts {
  readonly byStatus: Record<string, number> = {};
  #last: SeenRequest | undefined;

  /** Takes those that came since the last time. */
  add(requests: readonly SeenRequest[]): void {
    for (let at = requests.length - 1; at >= 0; at--) {
      const request = requests[at];
      if (!request || request === this.#last) break;
      this.byStatus[request.status] = (this.byStatus[request.status] ?? 0) + 1;
    }
    this.#last = requests.at(-1);
  }
}
