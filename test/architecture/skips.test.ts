/** Tests that are left out somewhere, and what is lacking there. A test that is skipped for no reason protects nothing. */
import ts from "typescript";
import { expect, test } from "vitest";
import { filesBelow, parse, placeOf, walk } from "./source-files.ts";

/** Conditions under which tests are skipped, as they are written, and why. `.ci/run` installs what is a program. */
const REASONS = new Map([
  ["!hasRedis", "redis-server is not installed"],
  ["!hasBouncer()", "pgbouncer is not installed"],
  ["!hasPromtool", "promtool is not installed"],
  ["!hasMariadb", "mariadbd is not installed"],
  ["!encryption", "openssl is not installed: no certificate can be made"],
  ["!hasHelm", "helm is not installed, which Debian does not have: go install helm.sh/helm/v3/cmd/helm@latest"],
  ["!hasCompose", "docker compose is not installed"],
  ["!hasSystemd", "systemd-analyze is not installed"],
  ["!hasNginx", "nginx or openssl is not installed"],
  ["!hasCaddy", "Caddy is not installed"],
  ["!made", "openssl is not installed: no certificate can be made"],
  ["!hasTools", "bash, curl, openssl or script is not installed"],
  ["!hasFish", "fish is not installed"],
  ["!hasZsh", "zsh is not installed"],
  ["!hasTerminals", "script is not installed: there is no terminal to type at"],
  ['spawnSync("quakestat", ["-default", "a2s"]).error !== undefined', "quakestat is not installed"],
  ["!existsSync(CHROMIUM)", "Chromium is not installed"],
  ["!hasChromium", "Chromium is not installed"],
  ["PYTHON === undefined", "Python 3.11 or its library httpx is not installed"],
  ["!canMount", "a small file system can only be mounted by root, and not in every container"],
  ["!isRoot", "only root can act as two accounts"],
  ["isRoot", "root may write everywhere"],
  ['!isRoot || process.platform !== "linux"', "only root can act as two accounts"],
  ["!onLinux", "looks at processes in /proc"],
  ["!isPossible", "a standby of PostgreSQL is set up with the programs of Linux packages"],
  ['process.platform !== "linux"', "looks at processes in /proc, or is notified by inotify"],
  ['process.platform === "win32"', "Windows has no such permissions, links and signals"],
]);

const skips = [...filesBelow("src"), ...filesBelow("test")]
  .filter((file) => file.endsWith(".test.ts"))
  .flatMap((file) => skipsIn(parse(file)));

test("every skipped test lacks something that is named here", () => {
  expect(skips.filter(({ condition }) => !REASONS.has(condition))).toEqual([]);
  const conditions = new Set(skips.map(({ condition }) => condition));
  expect([...REASONS.keys()].filter((condition) => !conditions.has(condition))).toEqual([]);
});

test.each([
  ['test.skipIf(!hasRedis)("a", run);', ["!hasRedis"]],
  ['describe.skipIf(slow).each([1])("a", run);', ["slow"]],
  ['test.runIf(fast)("a", run);', ["not (fast)"]],
  ['test.skip("a", run);', ["always"]],
  ['describe.skip.each([1])("a", run);', ["always"]],
  ['test.todo("a");', ["always"]],
  ['it.only("a", run);', ["always"]],
  ['test("a", ({ skip }) => skip());', ["no reason"]],
  ['test("a", ({ skip }) => skip("too slow here"));', []],
  ['test("a", () => reader.skip(4));', []],
])("is found: %s", (text, conditions) => {
  expect(skipsIn(parse("src/a.test.ts", text)).map(({ condition }) => condition)).toEqual(conditions);
});

interface Skip {
  readonly place: string;
  readonly condition: string;
}

function skipsIn(file: ts.SourceFile): Skip[] {
  const found: Skip[] = [];
  walk(file, (node) => {
    const condition = conditionOf(node);
    if (condition !== undefined) found.push({ place: placeOf(node), condition });
  });
  return found;
}

function conditionOf(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node) && /^(?:test|it|describe)\b/.test(node.expression.getText())) {
    const name = node.name.text;
    if (name === "skip" || name === "todo" || name === "only") return "always";
    const call = node.parent;
    if (name !== "skipIf" && name !== "runIf") return undefined;
    const given = ts.isCallExpression(call) ? (call.arguments[0]?.getText() ?? "") : "";
    return name === "skipIf" ? given : `not (${given})`;
  }
  const isSkip = ts.isCallExpression(node) && node.expression.getText() === "skip";
  return isSkip && node.arguments.length === 0 ? "no reason" : undefined;
}
