/**
 * Makes instances of an exchange of the library quickly. Its constructor defines some thousand functions for each instance, which
 * takes most of its time and holds up everything else of the process. They are the same for all instances of an exchange, so they
 * are made once. Names of methods with underscores are left out: nothing asks for them.
 */
import type { CcxtExchange } from "./library.ts";

export type Settings = Readonly<Record<string, unknown>>;
export type CcxtClass = new (settings: Settings) => CcxtExchange;

/** What an instance of the library has to define its functions. */
interface Definer {
  readonly api?: object;
  defineRestApi(api: object, method: string): void;
  defineRestApiEndpoint(...endpoint: Endpoint): void;
  readonly [name: string]: unknown;
}

type Endpoint = [
  method: string,
  verb: string,
  lower: string,
  camel: string,
  path: string,
  paths: string[],
  config?: object,
];

type Functions = Readonly<Record<string, unknown>>;

/** @returns what makes an instance with settings, as `new` does */
export function quickly(Class: CcxtClass): (settings: Settings) => CcxtExchange {
  let prototype: object | undefined;
  function Target(): void {}
  return (settings) => {
    if (!prototype) {
      prototype = prototypeOf(Class);
      Target.prototype = hidden(prototype);
    }
    const made = Reflect.construct(Class, [settings], Target) as object;
    return Object.setPrototypeOf(made, prototype) as CcxtExchange;
  };
}

/** What all instances have in common: the methods of the class, and the functions that its constructor would define. */
function prototypeOf(Class: CcxtClass): object {
  const prototype = Object.create(Class.prototype as object) as object;
  return Object.assign(prototype, functionsOf(new Class({}) as unknown as Definer), { defineRestApi: () => undefined });
}

/**
 * The same, whose members are found and not listed: the constructor copies each method of each class above it under another name,
 * where it sees one.
 */
function hidden(prototype: object): object {
  return new Proxy(prototype, { ownKeys: () => [], getPrototypeOf: () => null });
}

/** The functions of an exchange by their names. Each asks by the instance that it is called on. */
function functionsOf(model: Definer): Functions {
  const functions: Record<string, unknown> = {};
  const recorder = Object.create(model, {
    defineRestApiEndpoint: {
      value(...endpoint: Endpoint) {
        const names = Object.create(model) as object;
        model.defineRestApiEndpoint.apply(names as Definer, endpoint);
        for (const name of Object.keys(names)) functions[name] = asking(endpoint);
      },
    },
  }) as Definer;
  if (model.api) recorder.defineRestApi(model.api, "request");
  return functions;
}

/** As the library makes it, but for whom it asks. */
function asking([method, verb, , , path, paths, config = {}]: Endpoint): unknown {
  const type = paths.length > 1 ? paths : paths[0];
  return async function ask(
    this: Readonly<Record<string, (...of: unknown[]) => unknown>>,
    params: object = {},
    context: object = {},
  ) {
    return this[method]?.(path, type, verb, params, undefined, undefined, config, context);
  };
}
