/** What the home page says of the registry. */
import { count, say, texts } from "../../../say.ts";
import { command, page, type FirstStep, type ServiceState } from "./service-state.ts";

const T = texts.home.registry;
const PUBLISH = "/console/registry/publish";
const SIGN_IN = "/console/registry/sign-in?to=/console/registry/publish";
const TOKENS = "/console/registry/operate?tab=tokens";

export interface RegistryFacts {
  /** Servers that the caller may read; null where reads are private and the caller has not signed in. */
  readonly servers: number | null;
  /** Null without a session. */
  readonly caller: {
    readonly isAdmin: boolean;
    readonly mayPublish: boolean;
  } | null;
  /** Whether a publishing token exists; undefined where the caller may not know. */
  readonly hasPublisher: boolean | undefined;
}

export function registryState({ servers, caller, hasPublisher }: RegistryFacts): ServiceState {
  if (servers === null) return { sentences: [T.isPrivate], findings: [], steps: [signInStep()] };
  const sentences = [count(servers, T.servers)];
  return { sentences, findings: [], steps: servers > 0 ? [] : [firstServerStep(caller, hasPublisher)] };
}

function signInStep(): FirstStep {
  return {
    title: T.signIn,
    why: T.signInWhy,
    next: [page("/console/registry/sign-in", texts.states.signIn), command("registry token --read --ttl 12h")],
  };
}

/** An empty registry needs a token, and then a server. */
function firstServerStep(caller: RegistryFacts["caller"], hasPublisher: boolean | undefined): FirstStep {
  if (caller?.mayPublish === true) return { title: T.publish, why: T.publishWhy, next: [page(PUBLISH, T.publishOpen)] };
  if (caller?.isAdmin === true && hasPublisher === false) {
    return { title: T.token, why: T.tokenAdmin, next: [page(TOKENS, T.tokenOpen)] };
  }
  if (caller?.isAdmin === true) {
    return { title: T.publish, why: T.tokenThere, next: [page(SIGN_IN, T.withThatToken), page(TOKENS, T.tokenOpen)] };
  }
  return {
    title: T.token,
    why: T.tokenWhy,
    next: [command("registry token --publish '*' --ttl 12h"), page(SIGN_IN, say(T.thenSignIn, {}))],
  };
}
