/**
 * A service's form: everything about HTTP in which the three services differ, in one value. The kit knows no service; it
 * asks the form how to read parameters, who is calling, and what success and failure look like.
 */
import type { TSchema } from "typebox";
import type { AppError, DeclaredError } from "../errors/catalogue.ts";
import type { Allowance } from "../limits/limiter.ts";
import type { AnyEndpoint, Method } from "./endpoint.ts";

/** The request as authentication sees it, before anything of it is parsed. */
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
  /**
   * JSON schema keyword that failed (`required`, `minLength`, `pattern`, ...) or `syntax` for text that is not JSON.
   */
  readonly keyword: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Refusals of the HTTP layer itself, before or beside any endpoint. */
export type HttpRefusal =
  | { readonly kind: "unknownPath"; readonly method: string; readonly path: string }
  | { readonly kind: "methodNotAllowed"; readonly method: string; readonly allow: readonly string[] }
  | { readonly kind: "badUrl"; readonly path: string }
  | { readonly kind: "nulByte"; readonly part: "path" | "query" }
  | { readonly kind: "bodyTooLarge"; readonly limitBytes: number }
  /** So much of other bodies is being received that this one was not, and nothing was done. */
  | { readonly kind: "busy"; readonly retryAfterSeconds: number }
  | { readonly kind: "unsupportedMediaType"; readonly contentType: string }
  /** A compressed body, for example: a small one may become far larger than any limit. */
  | { readonly kind: "unsupportedContentEncoding"; readonly contentEncoding: string }
  | {
      readonly kind: "rateLimited";
      readonly retryAfterSeconds: number;
      readonly allowance: Allowance;
      /** `now`: this very request was one too many; `before`: the ban was there already. */
      readonly banned: "no" | "now" | "before";
    }
  | { readonly kind: "badRequest"; readonly message: string }
  /** The database is away, and nothing was done. */
  | { readonly kind: "unavailable"; readonly retryAfterSeconds: number }
  /** The database went away while something was done, which took place or did not, in part or as a whole. */
  | { readonly kind: "outcomeUnknown" };

/** As OpenAPI describes it. */
export interface SecurityScheme {
  readonly type: "http" | "apiKey" | "oauth2" | "openIdConnect";
  readonly description?: string;
  readonly scheme?: string;
  readonly bearerFormat?: string;
  readonly in?: "header" | "query" | "cookie";
  readonly name?: string;
}

/** The end of patience with a caller. */
export interface Ban {
  /** Of the allowance that refuses everything while the ban lasts. */
  readonly key: string;
  /** More refusals than this in a minute begin it. */
  readonly refusals: number;
  readonly seconds: number;
}

/** The facts about a call when its answer is written. */
export interface CallFacts {
  readonly requestId: string;
  /** The requested operation, where the request reached an endpoint. */
  readonly endpoint?: AnyEndpoint;
  /** The caller; also undefined before authentication is complete. */
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
  /** Auth kinds that need no credentials. */
  readonly publicKinds: readonly string[];
  /**
   * OpenAPI security schemes by name, and which one each auth kind needs; of several, any one. `of` names the scheme of an
   * endpoint that needs one though its kind needs none.
   */
  readonly security: {
    readonly schemes: Readonly<Record<string, SecurityScheme>>;
    readonly byKind: Readonly<Record<string, string | readonly string[]>>;
    readonly of?: (endpoint: AnyEndpoint) => string | undefined;
  };
  /** The fixed parts of paths, parameter names and enumerated values of parameters ignore case. */
  readonly ignoreCase?: boolean;
  /** True where a query that is not valid percent-encoding is refused with `badUrl`; else it is read unchanged. */
  readonly strictQuery?: boolean;
  /**
   * How a list parameter may be named in a query or form beside its plain name, which may always be repeated.
   * `brackets`: `name[]=a&name[]=b` and `name[0]=a&name[1]=b` (up to 999) are the list `name` too. Default `plain`.
   */
  readonly listNames?: "plain" | "brackets";
  /** Cross-origin rules, as @fastify/cors takes them; none means same origin only. */
  readonly cors?: object;

  /**
   * The caller. Answers the actor that the endpoint's auth kind promises, or throws an AppError (401, 403). Called for
   * public kinds too, so that a service may know its callers or make reads private.
   */
  authenticate(credentials: Credentials, endpoint: AnyEndpoint): Actors[keyof Actors] | Promise<Actors[keyof Actors]>;
  /** The allowances that this call draws on: by address before authentication, by actor after it. */
  allowances?(stage: "address" | "actor", credentials: Credentials, actor: unknown): readonly Allowance[];
  /**
   * The treatment of a caller that goes on after it was refused for asking too often (429). `actor` is undefined where it was
   * refused before it was known. Default: nothing.
   */
  ban?(credentials: Credentials, actor: unknown): Ban | undefined;
  /**
   * Wraps the run of an endpoint, where something has to be done before and after: answers the result of `run`, or its
   * earlier answer to the same request. `run` takes dependencies in place of those of the service.
   */
  around?(
    call: {
      readonly credentials: Credentials;
      readonly endpoint: AnyEndpoint;
      readonly actor: unknown;
      readonly input: unknown;
    },
    run: (deps?: unknown) => unknown,
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
  /** Whether an endpoint changes nothing, so that it may always be called again. Default: what takes GET. */
  isRead?(endpoint: AnyEndpoint): boolean;
  /** Whether a request with an `Idempotency-Key` is done once, however often it is sent. For documents. Default: none. */
  takesIdempotencyKey?(endpoint: AnyEndpoint): boolean;
  /**
   * The service's refusals of a call of this endpoint, beside the errors that the endpoint declares: missing
   * credentials, invalid input. For documents. Default: none.
   */
  refusals?(endpoint: AnyEndpoint): readonly DeclaredError[];
  /** The refusal for what the HTTP layer caught. */
  refusal(refusal: HttpRefusal): AppError;
  /** Body of an error. Internal failures arrive as an AppError of status 500 with a neutral sentence. */
  renderError(error: AppError, call: CallFacts): unknown;
  readonly errorContentType?: string;
  readonly errorSchema: TSchema;
  /**
   * Components of the OpenAPI document: each takes the place of every schema that has its name for a title. For a check
   * that says less than readers should know, because its refusals are worded elsewhere.
   */
  readonly schemas?: Readonly<Record<string, TSchema>>;
  /** The envelope around the value of a `json` or `writtenJson` output. Default: none. */
  readonly envelope?: {
    wrap(
      value: unknown,
      call: CallFacts & { readonly endpoint: AnyEndpoint },
      beside?: Readonly<Record<string, unknown>>,
    ): unknown;
    schema(data: TSchema, beside?: Readonly<Record<string, TSchema>>): TSchema;
  };
}
