/**
 * The services that this program can serve. Each is loaded when it is asked for and not before, so that one which is not
 * served costs nothing.
 */
import type { ServiceModule } from "../kit/service.ts";

const MODULES = {
  registry: async (): Promise<ServiceModule> => (await import("../registry/service.ts")).registryService,
  players: async (): Promise<ServiceModule> => (await import("../players/service.ts")).playersService,
  trading: async (): Promise<ServiceModule> => (await import("../trading/service.ts")).tradingService,
} as const;

export type ServiceName = keyof typeof MODULES;

export const SERVICE_NAMES = Object.keys(MODULES) as ServiceName[];

export function isServiceName(text: string): text is ServiceName {
  return Object.hasOwn(MODULES, text);
}

export function loadService(name: ServiceName): Promise<ServiceModule> {
  return MODULES[name]();
}
