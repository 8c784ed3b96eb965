/**
 * Errors as data. An area declares what it may refuse in one literal; constructors, documents and
 * the rule "every declared error is produced by some test" are derived from it.
 */

/** The names inside `{braces}` of a sentence. */
type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

type FieldsOf<Text extends string> = { readonly [Name in Placeholders<Text>]: string | number };

/** One entry of a catalogue: only what a caller may see. */
export interface ErrorSpec {
  /** Stable, machine-readable, unique in its service: `area.name`, or a number where a service has its own. */
  readonly code: string;
  readonly status: number;
  /** The public sentence. `{name}` is replaced by a field. */
  readonly says: string;
}

/**
 * A refusal on its way to a caller. `message` is public; `cause` is for the log only.
 * Everything else that escapes a handler is an internal failure and is answered with a bare 500.
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: string;
  readonly status: number;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Headers that belong to the refusal, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    spec: ErrorSpec,
    fields: Readonly<Record<string, unknown>> = {},
    options: { cause?: unknown; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(fill(spec.says, fields), options.cause === undefined ? undefined : { cause: options.cause });
    this.code = spec.code;
    this.status = spec.status;
    this.fields = fields;
    this.headers = options.headers ?? {};
  }
}

/** Makes the error of one catalogue entry; `spec` is the entry itself. */
export interface ErrorMaker<Text extends string = string> {
  (
    ...args: Placeholders<Text> extends never
      ? [
          fields?: Readonly<Record<string, unknown>>,
          options?: { cause?: unknown; headers?: Readonly<Record<string, string>> },
        ]
      : [
          fields: FieldsOf<Text> & Readonly<Record<string, unknown>>,
          options?: { cause?: unknown; headers?: Readonly<Record<string, string>> },
        ]
  ): AppError;
  readonly spec: ErrorSpec;
}

/** A table's view of an error: any maker, whatever its fields. */
export interface DeclaredError {
  readonly spec: ErrorSpec;
}

/**
 * Declares the refusals of one area.
 *
 * @example
 * const serverErrors = errors("servers", {
 *   notFound: { status: 404, says: "There is no server {name}." },
 * });
 * throw serverErrors.notFound({ name: "io.example/weather" });
 */
export function errors<const Entries extends Record<string, { status: number; says: string; code?: string }>>(
  area: string,
  entries: Entries,
): { readonly [Name in keyof Entries]: ErrorMaker<Entries[Name]["says"]> } {
  const makers: Record<string, ErrorMaker> = {};
  for (const [name, entry] of Object.entries(entries)) {
    const spec: ErrorSpec = { code: entry.code ?? `${area}.${name}`, status: entry.status, says: entry.says };
    const make = (
      fields: Readonly<Record<string, unknown>> = {},
      options: { cause?: unknown; headers?: Readonly<Record<string, string>> } = {},
    ): AppError => new AppError(spec, fields, options);
    makers[name] = Object.assign(make, { spec }) as ErrorMaker;
  }
  return makers as { readonly [Name in keyof Entries]: ErrorMaker<Entries[Name]["says"]> };
}

function fill(says: string, fields: Readonly<Record<string, unknown>>): string {
  return says.replace(/\{(\w+)\}/g, (whole, name: string) => (name in fields ? String(fields[name]) : whole));
}
