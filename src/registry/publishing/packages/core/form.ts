/** The checks of a package without a request: which members its registry type requires and forbids. */
import type { PackageToCheck } from "./package.ts";

/** The members of a package that one registry type wants. */
export interface PackageForm {
  /** How people call the registry: "npm", "PyPI". */
  readonly label: string;
  /** Which identifiers can be names there. They become part of an address: no dots alone, no slashes but npm's one. */
  readonly identifier?: RegExp;
  readonly version: "required" | "optional" | "forbidden";
  /** The values that `registryBaseUrl` may have, the public one first; none when it must be left out. */
  readonly baseUrls: readonly string[];
  readonly fileSha256: "required" | "forbidden";
}

const MAX_IDENTIFIER_CHARACTERS = 2048;
const MAX_VERSION_CHARACTERS = 255;

/** SemVer, PEP 440 (with its epochs, `1!2.0`) and all else that package registries have taken for versions. */
const VERSION = /^[A-Za-z0-9][A-Za-z0-9.+_!~-]*$/;

/** Why a package cannot be one of its registry type, or undefined when its form is right. */
export function formRefusal(pkg: PackageToCheck, form: PackageForm): string | undefined {
  return (
    identifierRefusal(pkg.identifier, form) ??
    baseUrlRefusal(pkg, form) ??
    versionRefusal(pkg, form) ??
    hashRefusal(pkg, form)
  );
}

/**
 * A name or version of the right form as one segment of a URL's path.
 *
 * @example
 * pathSegment("@scope/name"); // "@scope%2Fname"
 */
export function pathSegment(text: string): string {
  return encodeURIComponent(text).replaceAll("%40", "@").replaceAll("%2B", "+");
}

function identifierRefusal(identifier: string, form: PackageForm): string | undefined {
  if (identifier === "") return "the identifier is empty";
  if (identifier.length > MAX_IDENTIFIER_CHARACTERS) {
    return `the identifier is longer than ${MAX_IDENTIFIER_CHARACTERS} characters`;
  }
  if (unprintable(identifier)) return "the identifier contains blanks or control characters";
  const possible = form.identifier?.test(identifier) ?? true;
  return possible ? undefined : `"${identifier}" cannot be the name of a package of ${form.label}`;
}

function baseUrlRefusal({ registryBaseUrl }: PackageToCheck, { label, baseUrls }: PackageForm): string | undefined {
  if (registryBaseUrl === undefined || registryBaseUrl === "" || baseUrls.includes(registryBaseUrl)) return undefined;
  const [expected] = baseUrls;
  if (expected === undefined) {
    return `${label} packages must not have 'registryBaseUrl': the identifier says where the package is; remove the field`;
  }
  return `registry type and base URL do not match: ${label} packages have the base URL '${expected}', not '${registryBaseUrl}'; correct the field or remove it`;
}

function versionRefusal({ version }: PackageToCheck, form: PackageForm): string | undefined {
  if (version === undefined || version === "") {
    return form.version === "required"
      ? `${form.label} packages must have a 'version'; add the one you published`
      : undefined;
  }
  if (form.version === "forbidden") {
    return `${form.label} packages must not have 'version': put the tag or digest at the end of the identifier and remove the field`;
  }
  if (version.length > MAX_VERSION_CHARACTERS) return `the version is longer than ${MAX_VERSION_CHARACTERS} characters`;
  const possible = form.version === "optional" ? !unprintable(version) : VERSION.test(version);
  return possible ? undefined : `"${version}" cannot be the version of a package of ${form.label}`;
}

function hashRefusal({ fileSha256 }: PackageToCheck, form: PackageForm): string | undefined {
  if (form.fileSha256 === "forbidden") {
    return fileSha256 === undefined || fileSha256 === ""
      ? undefined
      : `${form.label} packages must not have 'fileSha256'; remove the field`;
  }
  if (fileSha256 === undefined || fileSha256 === "") {
    return `${form.label} packages must include a fileSha256 hash for integrity verification; add the SHA-256 of the file (openssl dgst -sha256 FILE)`;
  }
  return /^[0-9a-f]{64}$/.test(fileSha256) ? undefined : "'fileSha256' must be 64 lower-case hexadecimal digits";
}

/** Blanks, control characters, and halves of surrogate pairs, which no URL can carry. */
function unprintable(text: string): boolean {
  return /[\s\p{Cc}\p{Cs}]/u.test(text);
}
