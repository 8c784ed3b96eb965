/**
 * Settings as data: one TypeBox object per section. A property's name gives its environment variable
 * (`jwtPrivateKey` of section `registry` is `TRIPOD_REGISTRY_JWT_PRIVATE_KEY`) and its place in the file
 * (`registry: { jwtPrivateKey: ... }`); its `default`, `description` and `secret` make the reference page.
 */
import { Type, type Static, type TObject } from "typebox";
import { invariant } from "../errors/invariant.ts";

export interface ConfigSection<Schema extends TObject = TObject> {
  /** `""` for the settings that every service shares. */
  readonly section: string;
  readonly about: string;
  readonly schema: Schema;
  /** Names that may be in the file's section but are not settings: other code reads them from the same file. */
  readonly readElsewhere?: readonly string[];
}

export type SectionConfig<Section extends ConfigSection> = Readonly<Static<Section["schema"]>>;

/** Declares the settings of one section. Every property needs a `description`; all but required ones a `default`. */
export function settings<Schema extends TObject>(
  section: string,
  about: string,
  schema: Schema,
  more: Pick<ConfigSection, "readElsewhere"> = {},
): ConfigSection<Schema> {
  const both = more.readElsewhere?.filter((name) => Object.hasOwn(schema.properties, name)) ?? [];
  invariant(both.length === 0, "what is read elsewhere is not a setting either");
  return { section, about, schema, ...more };
}

/** The environment variable of a setting: `envName("registry", "baseUrl")` is `TRIPOD_REGISTRY_BASE_URL`. */
export function envName(section: string, property: string): string {
  const words = property.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase();
  return section === "" ? `TRIPOD_${words}` : `TRIPOD_${section.toUpperCase()}_${words}`;
}

/** A setting that must never be shown: not in a log, not in an error, not by `tripod check`. */
export function secretText(options: { description: string; minLength?: number; pattern?: string }) {
  return Type.Optional(Type.String({ ...options, secret: true }));
}
