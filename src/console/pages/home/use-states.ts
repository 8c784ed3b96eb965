/** What the home page knows of each service that runs, kept fresh while the page is looked at. */
import { about, type ServiceName } from "../../live/about.ts";
import { useAsked, type Asked } from "../../live/asked.ts";
import { playersCaller, tradingUser } from "../../live/identity.ts";
import { registryCaller } from "../../live/registry-caller.ts";
import { playersState } from "./states/players-state.ts";
import { registryState } from "./states/registry-state.ts";
import type { ServiceState } from "./states/service-state.ts";
import { tradingState } from "./states/trading-state.ts";
import { readPlayersFacts, readRegistryFacts, readTradingFacts } from "./read-facts.ts";

const EVERY_MS = 30_000;

export type ServiceStates = Readonly<Record<ServiceName, Asked<ServiceState | undefined>>>;

export function useStates(): ServiceStates {
  return {
    registry: useServiceState("registry", registryCaller.value, async (signal) =>
      registryState(await readRegistryFacts(signal)),
    ),
    players: useServiceState("players", playersCaller.value, async (signal) =>
      playersState(await readPlayersFacts(signal)),
    ),
    trading: useServiceState("trading", tradingUser.value, async (signal) =>
      tradingState(await readTradingFacts(signal)),
    ),
  };
}

/** The value is undefined for a service that does not run, and while it is not known who is signed in to it. */
function useServiceState(
  name: ServiceName,
  identity: object | null | undefined,
  read: (signal: AbortSignal) => Promise<ServiceState>,
): Asked<ServiceState | undefined> {
  const isAsked = identity !== undefined && about.value?.services.some((each) => each.name === name) === true;
  const ask = async (signal: AbortSignal) => (isAsked ? read(signal) : undefined);
  return useAsked(ask, [identity, isAsked], { everyMs: EVERY_MS });
}
