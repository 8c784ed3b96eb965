/** What the running program says of itself to the admins of a service: the same in the forms of all services. */
import type { ServiceName } from "./about.ts";
import { players, registry, trading } from "./clients.ts";

export interface ProgramReport {
  /** Of the program. */
  readonly version: string;
  /** Milliseconds since 1970, or ISO 8601. */
  readonly checkedAt: number | string;
  readonly checks: readonly ProgramCheck[];
  readonly news: readonly ReleaseNews[];
}

export interface ProgramCheck {
  /** Such as `database` or `mail server`. */
  readonly what: string;
  /** False for what has to be mended. */
  readonly ok: boolean;
  readonly says: string;
}

export interface ReleaseNews {
  /** `Added`, `Changed` or `Fixed`. */
  readonly kind: string;
  /** Markdown in one line. */
  readonly says: string;
}

type Read = (options: { readonly signal: AbortSignal; readonly timeoutMs: number }) => Promise<ProgramReport>;

/** What is away outside may take 20 seconds to show. */
const PATIENCE_MS = 40_000;

const READERS: Readonly<Record<ServiceName, Read>> = {
  registry: (options) => registry.system.checkProgram({}, options),
  async players(options) {
    const { Version: version, CheckedAt: checkedAt, Checks, News } = await players.system.checkProgram({}, options);
    return {
      version,
      checkedAt,
      checks: Checks.map(({ What: what, Ok: ok, Says: says }) => ({ what, ok, says })),
      news: News.map(({ Kind: kind, Says: says }) => ({ kind, says })),
    };
  },
  async trading(options) {
    const { checked_at: seconds, ...report } = await trading.system.checkProgram({}, options);
    return { ...report, checkedAt: seconds * 1_000 };
  },
};

/** @throws TripodError, such as for callers who are not admins of the service */
export function readProgramReport(service: ServiceName, signal: AbortSignal): Promise<ProgramReport> {
  return READERS[service]({ signal, timeoutMs: PATIENCE_MS });
}
