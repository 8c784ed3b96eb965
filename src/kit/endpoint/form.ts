/**
 * A service's form: everything about HTTP in which the three services differ, in one value. The kit knows no service; it
 * asks the form how to read parameters, who is calling, and what success and failure look like.
 */
import type { TSchema } from "typebox";
import type { AppError } from "../errors/catalogue.ts";
import type { AnyEndpoint, Method } from "./endpoint.ts";

/** What authentication may look at: the request before anything of it is parsed. */
export interface Credentials {
  readonly method: Method;
  /** As sent, percent-encoding and query included. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Address of the caller, after trusted proxies. */
  readonly address: string;
  readonly rawBody: Buffer | undefined;
}

/** One thing wrong with an input, for the form to put into words. */
export interface InputIssue {
  readonly place: "path" | "query" | "headers" | "body" | "params";
  /** Member names and indexes, outermost first. */
  readonly path: readonly string[];
  /** JSON schema keyword that failed (`required`, `minLength`, `pattern`, ...) or `syntax` for text that is no JSON. */
  readonly keyword: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What the HTTP layer itself may have to refuse, before or beside any endpoint. */
export type HttpRefusal =
  | { readonly kind: "unknownPath"; readonly method: string; readonly path: string }
  | { readonly kind: "methodNotAllowed"; readonly method: string; readonly allow: readonly string[] }
  | { readonly kind: "badUrl"; readonly path: string }
  | { readonly kind: "nulByte"; readonly part: "path" | "query" }
  | { readonly kind: "bodyTooLarge"; readonly limitBytes: number }
  | { readonly kind: "unsupportedMediaType"; readonly contentType: string }
  | {
      readonly kind: "rateLimited";
      readonly retryAfterSeconds: number;
      readonly allowance: Allowance;
      /** `now`: this very request was one too many; `before`: the ban was there already. */
      readonly banned: "no" | "now" | "before";
    }
  | { readonly kind: "badRequest"; readonly message: string };

/** As OpenAPI describes it. */
export interface SecurityScheme {
  readonly type: "http" | "apiKey" | "oauth2" | "openIdConnect";
  readonly description?: string;
  readonly scheme?: string;
  readonly bearerFormat?: string;
  readonly in?: "header" | "query" | "cookie";
  readonly name?: string;
}

/** One allowance that a request draws on. */
export interface Allowance {
  /** Names the bucket: `address:192.0.2.7`. */
  readonly key: string;
  readonly requests: number;
  /** May be a part of a second. */
  readonly windowSeconds: number;
  /** Who is refused more than `refusals` times in a window is banned for so long. Default: nobody is. */
  readonly ban?: { readonly refusals: number; readonly seconds: number };
}

/** What is known of a call when its answer is written. */
export interface CallFacts {
  readonly requestId: string;
  /** What was asked, where the request reached an endpoint. */
  readonly endpoint?: AnyEndpoint;
  /** Who asks; undefined before authentication is through, too. */
  readonly actor?: unknown;
  /** Seconds since the request arrived. */
  readonly elapsedSeconds?: () => number;
}

// oxlint-disable-next-line typescript/no-explicit-any -- who mounts a service does not know its actors
export interface ServiceForm<Actors = any> {
  /** Of the service, as in the command line: `registry`. */
  readonly name: string;
  readonly title: string;
  /** Of the interface, not of the program. */
  readonly version: string;
  readonly description: string;
  /** Where it is mounted; the first is the canonical one, the others are aliases. `""` is the root. */
  readonly prefixes: readonly string[];
  /** Largest request body where an endpoint says nothing else, in bytes. */
  readonly bodyBytes: number;
  /** Auth kinds that need no credentials at all. */
  readonly publicKinds: readonly string[];
  /** OpenAPI security schemes by name, and which one each auth kind needs. */
  readonly security: {
    readonly schemes: Readonly<Record<string, SecurityScheme>>;
    readonly byKind: Readonly<Record<string, string>>;
  };
  /** The fixed parts of paths, parameter names and enumerated values of parameters ignore case. */
  readonly ignoreCase?: boolean;
  /**
   * How a list parameter may be named in a query or form beside its plain name, which may always be repeated.
   * `brackets`: `name[]=a&name[]=b` and `name[0]=a&name[1]=b` (up to 999) are the list `name` too. Default `plain`.
   */
  readonly listNames?: "plain" | "brackets";
  /** Cross-origin rules, as @fastify/cors takes them; none means same origin only. */
  readonly cors?: object;

  /**
   * Who is calling. Answers the actor that the endpoint's auth kind promises, or throws an AppError (401, 403).
   * Called for public kinds too, so that a service may know its callers or make reads private.
   */
  authenticate(credentials: Credentials, endpoint: AnyEndpoint): Actors[keyof Actors] | Promise<Actors[keyof Actors]>;
  /** The allowances that this call draws on: by address before authentication, by actor after it. */
  allowances?(stage: "address" | "actor", credentials: Credentials, actor: unknown): readonly Allowance[];
  /**
   * Stands around the run of an endpoint, where something is to be done before and after: answers what `run` answers, or
   * what it answered to the same request before.
   */
  around?(
    call: {
      readonly credentials: Credentials;
      readonly endpoint: AnyEndpoint;
      readonly actor: unknown;
      readonly input: unknown;
    },
    run: () => unknown,
  ): unknown;
  /** The rule by which `params` are made of query and body. Default: the query's members win. */
  readonly mergeParams?: (query: Record<string, unknown>, body: Record<string, unknown>) => Record<string, unknown>;
  /**
   * Members that a schema does not name, where it does not itself say `additionalProperties`: refused, or taken away
   * before the check. `params` follow the rule for the body.
   */
  readonly unknownMembers: { readonly query: "refuse" | "ignore"; readonly body: "refuse" | "ignore" };
  /** The refusal for input that does not fit. `issues` is never empty. */
  invalidInput(endpoint: AnyEndpoint, issues: readonly InputIssue[]): AppError;
  /** The refusal for what the HTTP layer caught. */
  refusal(refusal: HttpRefusal): AppError;
  /** Body of an error. Internal failures arrive as an AppError of status 500 with a neutral sentence. */
  renderError(error: AppError, call: CallFacts): unknown;
  readonly errorContentType?: string;
  readonly errorSchema: TSchema;
  /** The envelope around a `json` output. Default: none. */
  readonly envelope?: {
    wrap(value: unknown, call: CallFacts & { readonly endpoint: AnyEndpoint }): unknown;
    schema(data: TSchema): TSchema;
  };
}
