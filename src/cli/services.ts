/**
 * The services that this program can serve. Each is loaded when it is asked for and not before, so that one which is not
 * served costs nothing.
 */
import type { MountedService } from "../kit/endpoint/http-services.ts";
import type { ConfigSection } from "../kit/config/setting.ts";
import type { BoundJob, Schedule } from "../kit/jobs/job.ts";
import type { Platform } from "../kit/platform.ts";
import type { RunningService } from "../front/front.ts";

export interface ProgramFacts {
  readonly version: string;
  readonly gitCommit: string;
  readonly buildTime: string;
}

/** A service that was built and can be served. */
export interface ServableService {
  readonly running: RunningService;
  readonly services: readonly MountedService[];
  readonly jobs: readonly BoundJob[];
  readonly schedules: readonly Schedule[];
  start(): Promise<void>;
  /** Loads invented data where there is none, and says so in the log. */
  loadDemo(): Promise<void>;
  stop(): Promise<void>;
}

/** What a service's module offers to the command line. */
export interface ServiceModule {
  readonly settings: ConfigSection;
  build(platform: Platform, config: never, facts: ProgramFacts): ServableService;
}

const MODULES = {
  registry: async (): Promise<ServiceModule> => (await import("../registry/service.ts")).registryService,
} as const;

export type ServiceName = keyof typeof MODULES;

export const SERVICE_NAMES = Object.keys(MODULES) as ServiceName[];

export function isServiceName(text: string): text is ServiceName {
  return text in MODULES;
}

export function loadService(name: ServiceName): Promise<ServiceModule> {
  return MODULES[name]();
}
