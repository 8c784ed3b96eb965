/** How two settings' files differ, setting by setting: comments and order do not count. Secrets are not shown. */
import { shapeOf } from "../../kit/config/schema-text.ts";
import type { ConfigSection } from "../../kit/config/setting.ts";
import { parseYamlTree, type Tree } from "../../kit/config/yaml-tree.ts";

/** Members of the cluster's section that are not settings, and hold secrets. */
const SECRET_MEMBERS = new Set(["password"]);

/**
 * Lines of a diff: `-port: 8080` and `+port: 9000`. Undefined where a text is not valid YAML.
 *
 * @param sections say which settings are secret
 */
export function settingDifferences(
  before: string,
  after: string,
  sections: readonly ConfigSection[],
): readonly string[] | undefined {
  const [old, fresh] = [parseYamlTree(before), parseYamlTree(after)];
  if ("problems" in old || "problems" in fresh) return undefined;
  const secrets = new Set(sections.flatMap(secretPlaces));
  const was = new Map(leavesOf(old.tree, ""));
  const would = new Map(leavesOf(fresh.tree, ""));
  return [...new Set([...was.keys(), ...would.keys()])].flatMap((place) => {
    if (was.get(place) === would.get(place)) return [];
    return [...lineOf("-", place, was.get(place), secrets), ...lineOf("+", place, would.get(place), secrets)];
  });
}

function lineOf(sign: string, place: string, text: string | undefined, secrets: ReadonlySet<string>): string[] {
  if (text === undefined) return [];
  const isSecret = secrets.has(place) || SECRET_MEMBERS.has(place.slice(place.lastIndexOf(".") + 1));
  return [`${sign}${place}: ${isSecret ? "(secret)" : text}`];
}

function secretPlaces({ section, schema }: ConfigSection): string[] {
  return Object.entries(schema.properties).flatMap(([property, each]) => {
    if (shapeOf(each).secret !== true) return [];
    return [section === "" ? property : `${section}.${property}`];
  });
}

function leavesOf(tree: Tree, place: string): (readonly [string, string])[] {
  switch (tree.kind) {
    case "nothing":
      return [];
    case "text":
      return [[place, tree.text]];
    case "list":
      return tree.items.flatMap((item, at) => leavesOf(item, `${place}[${at + 1}]`));
    case "map":
      return tree.members.flatMap(({ name = "?", value }) => leavesOf(value, place === "" ? name : `${place}.${name}`));
  }
}
