import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { converter, takesList } from "../../kit/endpoint/text-value.ts";
import type { ProfileValue } from "../algorithms/index.ts";
import { profileParameters } from "./profile-parameters.ts";

export type ComponentValue =
  | { readonly kind: "value"; readonly value: ProfileValue }
  | { readonly kind: "problem"; readonly parameter: "component" | "value"; readonly error: string };

const COMPONENTS: ReadonlyMap<string, (text: string) => ProfileValue | undefined> = new Map(
  Object.entries<TSchema>(profileParameters).map(([name, schema]) => {
    const [convert, validator] = [converter(schema, false), Compile(schema)];
    return [
      name,
      (text) => {
        const value = convert(takesList(schema) ? listIn(text) : text);
        return validator.Check(value) ? (value as ProfileValue) : undefined;
      },
    ];
  }),
);

/** A new value of one parameter of a profile, as its schema has it. */
export function componentValue(component: string, text: string): ComponentValue {
  const read = COMPONENTS.get(component);
  if (!read) {
    const error = "must be the name of a parameter of strategy/edit-profile";
    return { kind: "problem", parameter: "component", error };
  }
  const value = read(text);
  if (value === undefined) return { kind: "problem", parameter: "value", error: `must be a value of ${component}` };
  return { kind: "value", value };
}

/** Lists are JSON. What is not is left as it is, and fails the check. */
function listIn(text: string): unknown {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}
