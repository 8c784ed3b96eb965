/** The envelope of every answer: `data`, and `meta` with what is known of the call. */
import { Type, type TSchema } from "typebox";
import type { CallFacts } from "../kit/endpoint/form.ts";
import type { AppError } from "../kit/errors/catalogue.ts";
import { toMillis } from "../kit/time/instant.ts";
import type { Clock } from "../kit/time/clock.ts";
import type { Caller, Visitor } from "./caller.ts";

const API_VERSION = 2;
/** The user id shown when the caller sent no key. */
const NOBODY = -1;

export interface EnvelopeOptions {
  readonly clock: Pick<Clock, "now">;
  readonly systemVersion: string;
  /** Requests a minute of a caller without a key. */
  readonly publicRequestsPerMinute: number;
}

const meta = Type.Object(
  {
    api_version: Type.Integer(),
    system_version: Type.String(),
    status: Type.Integer({ description: "The HTTP status" }),
    endpoint: Type.String({ description: "What was asked, without the leading slash" }),
    auth_required: Type.Boolean(),
    auth_success: Type.Optional(Type.Boolean({ description: "There only where a key was shown or needed" })),
    rateLimits: Type.Object({ minute: Type.Integer() }),
    subscription: Type.Optional(Type.Object({ id: Type.String(), name: Type.String() })),
    ms: Type.Integer({ description: "When it was answered, in milliseconds since 1970" }),
    time: Type.Integer({ description: "The same in seconds" }),
    uid: Type.Integer({ description: "The caller; -1 without a key" }),
    id: Type.String({ description: "Of this request, as in the log" }),
    process_time: Type.String({ description: "Seconds that the answer took" }),
  },
  { title: "Meta" },
);

const lists = {
  missing_parameters: Type.Optional(Type.Array(Type.String())),
  incorrect_value_lengths: Type.Optional(Type.Array(Type.String())),
  missing_information: Type.Optional(Type.Array(Type.Unknown())),
  failed_validation: Type.Optional(
    Type.Array(Type.Object({ parameter: Type.String(), function: Type.String(), error: Type.Optional(Type.String()) })),
  ),
};

/** Every refusal. What `data` holds beside code and error depends on the code. */
export const errorSchema = Type.Object(
  { data: Type.Object({ code: Type.Integer(), error: Type.String(), ...lists }), meta, ...lists },
  { title: "Error" },
);

export function envelopeSchema(data: TSchema, beside: Readonly<Record<string, TSchema>> = {}): TSchema {
  return Type.Object({ data, ...beside, meta });
}

/** Kinds of callers that need to show nothing. */
const OPEN = new Set(["public", "visitor"]);

interface Envelopes {
  readonly wrap: (data: unknown, call: CallFacts, beside?: Readonly<Record<string, unknown>>) => object;
  readonly renderError: (error: AppError, call: CallFacts) => object;
}

/** Makes the two functions of the form that write bodies. */
export function envelopes(options: EnvelopeOptions): Envelopes {
  return {
    wrap: (data, call, beside) => ({
      data,
      ...beside,
      meta: metaOf(options, call, call.endpoint?.output.status ?? 200),
    }),
    renderError: ({ code, status, message, fields }, call) => {
      const details: object = fields["details"] ?? {};
      // The interface's documents do not say where the lists belong: they are in both places.
      const listed = Object.fromEntries(Object.entries(details).filter(([name]) => Object.hasOwn(lists, name)));
      const data = { code: Number(code) || 5000, error: message, ...details };
      return { data, ...listed, meta: metaOf(options, call, status) };
    },
  };
}

function metaOf(options: EnvelopeOptions, call: CallFacts, status: number): object {
  const ms = Math.floor(toMillis(options.clock.now()));
  const actor = call.actor as Caller | Visitor | undefined;
  const caller = actor && "uid" in actor ? actor : undefined;
  const isNeeded = call.endpoint !== undefined && !OPEN.has(call.endpoint.auth);
  const took = call.elapsedSeconds?.() ?? 0;
  return {
    api_version: API_VERSION,
    system_version: options.systemVersion,
    status,
    endpoint: call.endpoint?.path.slice(1) ?? "",
    auth_required: isNeeded,
    ...(caller || isNeeded ? { auth_success: caller !== undefined } : {}),
    rateLimits: { minute: caller?.plan.limits.user_settings.ratelimit.minute ?? options.publicRequestsPerMinute },
    ...(caller ? { subscription: { id: caller.plan.id, name: caller.plan.name } } : {}),
    ms,
    time: Math.floor(ms / 1000),
    uid: caller?.uid ?? NOBODY,
    id: call.requestId,
    process_time: took.toFixed(6),
  };
}
