/** A service as a process serves it: what each service's own module offers to the command line. */
import type { ConfigSection } from "./config/setting.ts";
import type { MountedService } from "./endpoint/http-services.ts";
import type { BoundJob, Schedule } from "./jobs/job.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Platform } from "./platform.ts";

/** What the front page says of a service. */
export interface RunningService {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The path below which it answers. */
  readonly prefix: string;
  /** A path that shows something when it is opened in a browser. */
  readonly firstLook: string;
}

/** What the program knows of itself. */
export interface ProgramFacts {
  readonly version: string;
  /** Empty when unknown. */
  readonly gitCommit: string;
  /** RFC 3339; empty when unknown. */
  readonly buildTime: string;
}

/** A service that was built and can be served. */
/** What invented data brought with it, shown to the operator once. */
export interface DemoFacts {
  /** Names, keys and passwords. */
  readonly values: readonly { readonly name: string; readonly value: string }[];
  /** Requests to try, the best first. Neither holds a quotation mark. */
  readonly requests: readonly { readonly path: string; readonly authorization?: string }[];
}

export interface ServableService {
  readonly running: RunningService;
  readonly services: readonly MountedService[];
  readonly jobs: readonly BoundJob[];
  readonly schedules: readonly Schedule[];
  /** Adds the service's own numbers to those of the process. Called once, after `start`. */
  metrics?(metrics: Metrics): void;
  /** Loads what is served. Nothing is mounted before. */
  start(): Promise<void>;
  /** Loads invented data where there is none, and answers what opens it; undefined when nothing was made. */
  loadDemo(): Promise<DemoFacts | undefined>;
  /** Begins background work: called last, in processes of the roles `worker` and `all`. `stop` ends it. */
  startWork?(): Promise<void>;
  /** Ends answers that would go on for ever, such as streams of events: called before the HTTP server closes. */
  endStreams?(): void;
  stop(): Promise<void>;
}

/** Something outside that the settings name, and that can be tried. */
export interface Trial {
  /** Such as `upstream`. */
  readonly what: string;
  /** Really connects. Answers what was found, without secrets. @throws UserError when it will not work; the signal's reason. */
  run(signal: AbortSignal): Promise<string>;
}

/** The dependencies of a trial: no database is open yet. */
export type TrialPlatform = Pick<
  Platform,
  "clock" | "random" | "allowPrivateOutbound" | "proxyRules" | "publicUrl" | "hasConsole" | "dataDir" | "role"
>;

export interface ServiceModule {
  readonly settings: ConfigSection;
  /** What `tripod check` tries, of what is set. */
  trials?(platform: TrialPlatform, config: never): readonly Trial[];
  /** What an operator should know of unusual settings, for `tripod check`: without secrets. */
  readonly notes?: (config: never) => readonly string[];
  /** @param config what was read by `settings`. */
  build(platform: Platform, config: never, facts: ProgramFacts): ServableService | Promise<ServableService>;
}
