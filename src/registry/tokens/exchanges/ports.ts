/** The outside world as logins need it. */
import type { Outbound } from "../../../kit/outbound/outbound.ts";

/** HTTP through the guard of outbound requests. */
export type HttpFetch = Pick<Outbound, "request">;

export interface TxtResolver {
  /**
   * The TXT records of a domain, each in the pieces in which DNS carries it; none when the domain or the records are not
   * there. Rejects when no server could tell.
   */
  txt(domain: string): Promise<string[][]>;
}
