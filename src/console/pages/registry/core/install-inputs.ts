/** What has to be known before a server can be used, and texts with places for it. */
import type { RemoteTransport } from "../../../../../clients/typescript/src/registry.ts";

type Plain = NonNullable<RemoteTransport["variables"]>[string];
/** As the registry describes it: for a header, an environment variable, an argument or a part of a URL. */
export type Described = Plain & { readonly variables?: Readonly<Record<string, Plain>> };

/** Something that the person fills in. */
export interface Wanted {
  /** Letters, digits and `_`; the only one of its name in a plan. */
  readonly id: string;
  /** As the publisher calls it. */
  readonly title: string;
  readonly description: string;
  /** Never asked for in the page: a snippet only has a place for it. */
  readonly isSecret: boolean;
  readonly isRequired: boolean;
  readonly fallback: string;
  readonly placeholder: string;
  readonly choices: readonly string[];
  /** A flag that is there or not. */
  readonly isSwitch: boolean;
}

/** A text of the publisher, with places for what is filled in. */
export type Template = readonly (string | Wanted)[];

/** Gives every input an id that no other has. */
export class Inputs {
  readonly #byId = new Map<string, Wanted>();

  get all(): readonly Wanted[] {
    return [...this.#byId.values()];
  }

  /** What the publisher says of an input: its fixed text, or a place for what is filled in. */
  templateOf(described: Described, title: string): Template {
    const { value, variables } = described;
    if (value === undefined || value === "") return [this.want(described, title)];
    return fillTemplate(value, (name) => {
      const variable = memberOf(variables, name);
      return variable && this.templateOf(variable, name);
    });
  }

  want(described: Described, title: string, { isSwitch = false }: { readonly isSwitch?: boolean } = {}): Wanted {
    const base =
      title
        .slice(0, 60)
        .replace(/[^A-Za-z0-9]+/g, "_")
        .replace(/^_|_$/g, "") || "value";
    let id = base;
    for (let n = 2; this.#byId.has(id); n++) id = `${base}_${n}`;
    const wanted: Wanted = {
      id,
      title,
      description: described.description ?? "",
      isSecret: described.isSecret === true,
      isRequired: described.isRequired === true,
      fallback: described.default ?? "",
      placeholder: described.placeholder ?? "",
      choices: described.choices ?? [],
      isSwitch,
    };
    this.#byId.set(id, wanted);
    return wanted;
  }
}

/** Replaces `{name}` where `find` knows the name; other braces stay. */
export function fillTemplate(text: string, find: (name: string) => Template | undefined): Template {
  const parts: (string | Wanted)[] = [];
  let from = 0;
  for (const { 0: place, 1: name = "", index } of text.matchAll(/\{([^{}]*)\}/g)) {
    const found = find(name);
    if (!found) continue;
    parts.push(text.slice(from, index), ...found);
    from = index + place.length;
  }
  return [...parts, text.slice(from)].filter((part) => part !== "");
}

/** A member of foreign data; never one that every object has. */
export function memberOf<Value>(of: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return of && Object.hasOwn(of, name) ? of[name] : undefined;
}
