/**
 * Writes the list of packages that `package-lock.json` names for production, as CycloneDX 1.6, to standard output:
 *
 *   node deploy/container/sbom.js [FOLDER]
 *
 * `npm sbom --omit=dev` leaves out packages that development needs too, such as yaml. With `node_modules` in the folder,
 * only packages that are installed there are listed: optional ones of other platforms are not.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const folder = path.resolve(process.argv[2] ?? ".");
const { name: rootName, version: rootVersion, packages } = JSON.parse(read("package-lock.json"));
const isInstalled = existsSync(path.join(folder, "node_modules"));

const places = Object.keys(packages)
  .filter((place) => place !== "" && packages[place].dev !== true && packages[place].devOptional !== true)
  .filter((place) => !isInstalled || existsSync(path.join(folder, place)));
const known = new Set(places);
const root = {
  "bom-ref": `pkg:npm/${rootName}@${rootVersion}`,
  type: "application",
  name: rootName,
  version: rootVersion,
};
const components = new Map(places.map((place) => [purlOf(place), componentOf(place)]));
const dependencies = new Map([[root["bom-ref"], dependenciesOf("")]]);
// A package may lie in several places: it is listed once, with what it needs in any of them.
for (const place of places) {
  const purl = purlOf(place);
  dependencies.set(purl, new Set([...(dependencies.get(purl) ?? []), ...dependenciesOf(place)]));
}

const list = {
  $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
  bomFormat: "CycloneDX",
  specVersion: "1.6",
  version: 1,
  metadata: { component: { ...root, purl: root["bom-ref"] } },
  components: [...components.values()],
  dependencies: [...dependencies].map(([ref, needed]) => ({ ref, dependsOn: [...needed].toSorted() })),
};
process.stdout.write(`${JSON.stringify(list, null, 2)}\n`);

function read(file) {
  return readFileSync(path.join(folder, file), "utf8");
}

function nameOf(place) {
  return packages[place].name ?? place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
}

function purlOf(place) {
  return `pkg:npm/${nameOf(place).replace("@", "%40")}@${packages[place].version}`;
}

function componentOf(place) {
  const { version, license, integrity, resolved } = packages[place];
  const [algorithm = "", hash = ""] = (integrity ?? "").split("-", 2);
  const purl = purlOf(place);
  return {
    "bom-ref": purl,
    type: "library",
    name: nameOf(place),
    version,
    purl,
    ...(license === undefined ? {} : { licenses: [licenseOf(license)] }),
    ...(integrity === undefined
      ? {}
      : { hashes: [{ alg: algorithm.replace("sha", "SHA-"), content: Buffer.from(hash, "base64").toString("hex") }] }),
    ...(resolved === undefined ? {} : { externalReferences: [{ type: "distribution", url: resolved }] }),
  };
}

/** Most are expressions of SPDX. */
function licenseOf(text) {
  return /^(?:SEE LICENSE|UNLICENSED)/.test(text) ? { license: { name: text } } : { expression: text };
}

/** As Node finds them: in the folder of the package, or of one above it. */
function dependenciesOf(place) {
  const {
    dependencies: needed = {},
    optionalDependencies: optional = {},
    peerDependencies: peers = {},
  } = packages[place];
  const found = Object.keys({ ...peers, ...optional, ...needed }).map((name) => findAbove(place, name));
  return new Set(found.filter((candidate) => candidate !== undefined).map(purlOf));
}

function findAbove(place, name) {
  for (let above = place; ; above = above.slice(0, Math.max(0, above.lastIndexOf("/node_modules/")))) {
    const candidate = `${above === "" ? "" : `${above}/`}node_modules/${name}`;
    if (known.has(candidate)) return candidate;
    if (above === "") return undefined;
  }
}
