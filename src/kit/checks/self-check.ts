/** A running program's report about itself to its admins: each service shows it in its own form. */
import { invariant } from "../errors/invariant.ts";
import type { Clock } from "../time/clock.ts";
import type { Instant } from "../time/instant.ts";
import { remembered } from "../time/remembered.ts";
import { SECOND_MS } from "../time/spans.ts";
import type { CheckLine } from "./check-line.ts";
import type { ReleaseNews } from "./release-news.ts";

export interface SelfReport {
  /** Of the program. */
  readonly version: string;
  /** When the oldest of the lines was found. */
  readonly checkedAt: Instant;
  readonly lines: readonly CheckLine[];
  readonly news: readonly ReleaseNews[];
}

/** Tries what the process and one of its services need. Other services are not named: their admins are other people. */
export type SelfCheck = (service: string) => Promise<SelfReport>;

export interface SelfCheckParts {
  readonly version: string;
  readonly clock: Clock;
  /** The needs of all services. */
  readonly shared: () => Promise<readonly CheckLine[]>;
  /** The needs of each service, by its name. */
  readonly own: Readonly<Record<string, () => Promise<readonly CheckLine[]>>>;
  readonly news: () => readonly ReleaseNews[];
}

/** What each service says of its operation that shows a report. */
export const CHECK_DESCRIPTION =
  "Checks what the answering process needs: settings, disk, database, keys, Redis, and what the settings of this service " +
  "name outside. What is away may take 20 seconds to show. The answer may be ten seconds old.";

/** A check opens connections: however often it is asked for, one runs at a time, and one in ten seconds. */
const KEPT_MS = 10 * SECOND_MS;

export function selfCheck({ version, clock, shared, own, news }: SelfCheckParts): SelfCheck {
  const dated = (lines: () => Promise<readonly CheckLine[]>) =>
    remembered(clock, KEPT_MS, async () => ({ at: clock.now(), lines: await lines() }));
  const ofAll = dated(shared);
  const ofEach = new Map(Object.entries(own).map(([service, lines]) => [service, dated(lines)]));
  return async (service) => {
    const ofService = ofEach.get(service);
    invariant(ofService, "a service that asks is one of those that run");
    const [common, particular] = await Promise.all([ofAll(), ofService()]);
    const checkedAt = common.at < particular.at ? common.at : particular.at;
    return { version, checkedAt, lines: [...common.lines, ...particular.lines], news: news() };
  };
}

/** For a platform that serves nothing, such as that of a command. */
export const noSelfCheck: SelfCheck = () => Promise.reject(new Error("only a program that serves checks itself"));
