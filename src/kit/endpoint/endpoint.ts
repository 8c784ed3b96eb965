/**
 * An endpoint is a value: what it is called, who may call it, what goes in, what comes out, what it may refuse, and one
 * function. Routes, validation, documents and whole-table tests are computed from the list of these values.
 */
import type { Static, TObject, TSchema } from "typebox";
import type { DeclaredError } from "../errors/catalogue.ts";
import type { Output, OutputValue } from "./output.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Where input comes from. `path`, `query`, `headers` and `body` are read from that place alone; `params` are merged from query and
 * body by the service's own rule (see `ServiceForm.mergeParams`).
 */
export interface InputSchemas {
  readonly path?: TObject;
  readonly query?: TObject;
  /** By their names in lower case; others are ignored. */
  readonly headers?: TObject;
  readonly body?: TSchema;
  /** The whole body as UTF-8 text, whatever type it says that it is: for senders whose type is not to be relied on. */
  readonly text?: TSchema;
  readonly params?: TObject;
}

/** The input of `run`: one member for each schema that the endpoint declares, already checked and converted. */
export type InputOf<Input extends InputSchemas> = {
  readonly [Place in keyof Input]: Input[Place] extends TSchema ? Static<Input[Place]> : never;
};

/** This many calls of one address, of IPv6 one network of 64 bits, in any window of this many seconds. */
export interface Attempts {
  readonly requests: number;
  readonly windowSeconds: number;
}

export interface EndpointLimits {
  /** How many requests of the caller's allowance one call uses up. Default 1; 0 draws on none. */
  readonly cost?: number;
  /** Besides, calls that one address may make: for what could be used to guess a secret. */
  readonly attempts?: Attempts;
  /** Largest request body in bytes. Default: the service's own. */
  readonly bodyBytes?: number;
}

/** A call that works when replayed, in order, against the service's example world; shown in the reference. */
export interface Example {
  readonly name: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The status it answers with. Default: the output's. */
  readonly status?: number;
}

export interface Call<Input, Actor> {
  readonly input: Input;
  readonly actor: Actor;
  /** Id of this request in the log and in internal errors. */
  readonly requestId: string;
  /** Aborted when the caller has gone away. Only streams need to look at it. */
  readonly signal: AbortSignal;
  /**
   * Counts this call as so many requests more, for work whose size shows while it is done. The call itself is answered. Left out
   * where nothing counts requests.
   */
  addCost?(requests: number): void;
}

/**
 * @typeParam Deps what `run` needs, given once at start.
 * @typeParam Actors a map from each kind of `auth` to the actor that `run` then receives.
 */
export interface Endpoint<
  Deps,
  Actors,
  Kind extends keyof Actors & string = keyof Actors & string,
  Input extends InputSchemas = InputSchemas,
  Out extends Output = Output,
> {
  /** `area.verbNoun`; its file is `verb-noun.ts` in the area's `endpoints/`. */
  readonly id: string;
  readonly method: Method | readonly Method[];
  /** Below the service's prefix, with `:name` for each member of `input.path`. */
  readonly path: string;
  readonly auth: Kind;
  /** The right that the actor needs, where the service checks that from data. */
  readonly permission?: string;
  readonly summary: string;
  readonly description?: string;
  readonly input: Input;
  readonly output: Out;
  readonly errors: readonly DeclaredError[];
  /** Pages of all origins may read its answers, refusals too. Default: that of the service's form. */
  readonly anyOrigin?: boolean;
  readonly limits?: EndpointLimits;
  readonly examples: readonly Example[];
  /** True for an operation of our own, beyond the service's specification. */
  readonly beyondSpec?: boolean;
  // A property, not a method: then an endpoint that needs more never passes for one that needs less.
  readonly run: (deps: Deps, call: Call<InputOf<Input>, Actors[Kind]>) => OutputValue<Out> | Promise<OutputValue<Out>>;
}

/** An endpoint of a service, with any input and output: an entry of a table. */
export interface AnyEndpoint extends Omit<
  // oxlint-disable-next-line typescript/no-explicit-any -- the table erases the types that each endpoint has
  Endpoint<any, any, any, any, any>,
  "auth" | "input" | "output" | "run"
> {
  readonly auth: string;
  readonly input: InputSchemas;
  readonly output: Output;
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  run(deps: any, call: any): unknown;
}

/** The methods of an endpoint, one or several. */
export function methodsOf({ method }: Pick<AnyEndpoint, "method">): readonly Method[] {
  return typeof method === "string" ? [method] : method;
}

/**
 * Gives a service its own `endpoint` function, which checks each definition against the service's deps and actors.
 *
 * @example
 * export const endpoint = endpointFor<RegistryDeps, { public: undefined; token: Token }>();
 * export const listServers = endpoint({ id: "servers.list", method: "GET", ... });
 */
export function endpointFor<Deps, Actors>() {
  return <Kind extends keyof Actors & string, const Input extends InputSchemas, Out extends Output>(
    definition: Endpoint<Deps, Actors, Kind, Input, Out>,
  ): Endpoint<Deps, Actors, Kind, Input, Out> => definition;
}

/**
 * The same for a service whose endpoints name what they need: each `run` says the type of its first parameter, and
 * receives no more than that. `mount` checks that a service gives all of it.
 *
 * @example
 * export const endpoint = endpointWith<TradingActors>();
 * endpoint({ ..., run: ({ wallets, clock }: WalletDeps & ClockDeps, { actor }) => ... });
 */
export function endpointWith<Actors>() {
  return <Deps, Kind extends keyof Actors & string, const Input extends InputSchemas, Out extends Output>(
    definition: Endpoint<Deps, Actors, Kind, Input, Out>,
  ): Endpoint<Deps, Actors, Kind, Input, Out> => definition;
}
