/** Dashboards, alerts and the runbook name metrics, labels and each other: all of these exist. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { dashboards } from "../../src/dashboards/index.ts";
import { metricFacts } from "../../src/kit/metrics/reference.ts";
import { metricSections } from "../../src/metric-sections.ts";
import { playersEndpoints } from "../../src/players/endpoints.ts";
import { registryEndpoints } from "../../src/registry/endpoints.ts";
import { tradingEndpoints } from "../../src/trading/endpoints.ts";
import { anchorsOf } from "./markdown.ts";
import { ROOT, readText } from "./source-files.ts";

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

interface RuleTest {
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
}

const RULES = "deploy/prometheus/tripod.rules.yml";
const RULE_TESTS = "deploy/prometheus/tripod.rules.test.yml";
const RUNBOOK = "docs/runbook.md";
/** Headings of the runbook that are no alerts: what the sections are about. */
const CHAPTERS = new Set(["Runbook", "Every process", "Registry", "Players", "Trading"]);

const rules = (parse(readText(RULES)) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
const ruleTests = (parse(readText(RULE_TESTS)) as { tests: RuleTest[] }).tests;
const facts = new Map(
  [...metricSections.flatMap(({ register }) => metricFacts(register)), ...metricFacts()].map((each) => [
    each.name,
    each,
  ]),
);

/** What Prometheus adds to what it collects. */
const OF_PROMETHEUS = ["job", "instance"];
const HISTOGRAM_PARTS = /_(?:bucket|sum|count)$/;

/** The labels of a metric as they can be asked for; undefined when there is no such metric. */
function labelsOf(name: string): readonly string[] | undefined {
  if (name === "up") return OF_PROMETHEUS;
  const fact = facts.get(name) ?? facts.get(name.replace(HISTOGRAM_PARTS, ""));
  if (!fact || (fact.kind === "histogram") !== HISTOGRAM_PARTS.test(name)) return undefined;
  return [...fact.labels, ...OF_PROMETHEUS, ...(name.endsWith("_bucket") ? ["le"] : [])];
}

/** What is wrong with the names in an expression of PromQL, and with the labels that texts about it show. */
function problemsIn(expr: string, texts: readonly string[] = []): string[] {
  const problems: string[] = [];
  const known = new Set<string>();
  for (const [, name = "", , matchers = ""] of expr.matchAll(
    /\b((?:tripod|nodejs|process)_\w+|up(?=\{))(\{((?:[^}"]|"[^"]*")*)\})?/g,
  )) {
    const labels = labelsOf(name);
    if (!labels) problems.push(`there is no metric ${name}`);
    for (const label of labels ?? []) known.add(label);
    for (const [, label = ""] of matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)) {
      if (labels && !labels.includes(label)) problems.push(`${name} has no label ${label}`);
    }
  }
  for (const [, list = ""] of expr.matchAll(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g)) {
    for (const label of list.split(",").map((each) => each.trim())) {
      if (!known.has(label)) problems.push(`no metric of ${expr} has the label ${label}`);
    }
  }
  for (const text of texts) {
    for (const [, label = ""] of text.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)) {
      if (label !== "end" && !known.has(label)) problems.push(`no metric of ${expr} has the label ${label}`);
    }
  }
  return problems;
}

describe("dashboards", () => {
  const panels = Object.entries(dashboards).flatMap(([name, { rows }]) =>
    rows.flatMap((row) => row.panels.map((panel) => ({ name: `${name}: ${panel.title}`, panel }))),
  );

  test.each(panels)("$name shows metrics and labels that exist", ({ panel }) => {
    expect(panel.queries.flatMap(({ expr, legend }) => problemsIn(expr, [legend]))).toEqual([]);
  });

  test("show every metric of ours at least once, or an alert watches it", () => {
    const shown = [...panels.flatMap(({ panel }) => panel.queries), ...rules].map(({ expr }) => expr).join("\n");
    const unseen = [...facts.keys()].filter((name) => name.startsWith("tripod_") && !shown.includes(name));
    expect(unseen.sort()).toEqual(UNSEEN);
  });
});

/** Metrics for a closer look, which no dashboard shows. */
const UNSEEN = [
  "tripod_news_articles",
  "tripod_news_looks",
  "tripod_news_pages",
  "tripod_tape_flushed_seconds",
  "tripod_trading_senders",
];

describe("alerts", () => {
  test.each(rules)("$alert asks for metrics and labels that exist", ({ expr, annotations }) => {
    const texts = Object.values(annotations);
    expect(problemsIn(expr, texts)).toEqual([]);
    expect(texts.filter((text) => text.includes("| query")).flatMap((text) => problemsIn(text))).toEqual([]);
  });

  test("have names of their own, a severity, a sentence, and a section in the runbook", () => {
    const names = rules.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    for (const { alert, labels, annotations } of rules) {
      expect(["critical", "warning", "info"], alert).toContain(labels["severity"]);
      expect(annotations["summary"], alert).toMatch(/\.$/);
      expect(annotations["runbook_url"]).toBe(`${RUNBOOK}#${alert.toLowerCase()}`);
    }
  });

  test("and sections of the runbook are the same, each with symptom, cause and action", () => {
    const runbook = readText(RUNBOOK);
    const headings = [...runbook.matchAll(/^##? (.+)$/gm)].map(([, heading = ""]) => heading);
    expect(headings.filter((heading) => !CHAPTERS.has(heading)).sort()).toEqual(rules.map(({ alert }) => alert).sort());
    const anchors = anchorsOf(runbook);
    for (const { alert } of rules) {
      expect(anchors).toContain(alert.toLowerCase());
      const section = runbook.split(`## ${alert}\n`)[1]?.split(/^##? /m)[0] ?? "";
      for (const part of ["Symptom", "Cause", "Action"]) expect(section, alert).toContain(`**${part}.** `);
    }
  });

  test("each fire in a test of theirs", () => {
    const fired = ruleTests.flatMap((each) =>
      each.alert_rule_test.filter(({ exp_alerts: alerts }) => alerts.length > 0).map(({ alertname }) => alertname),
    );
    expect([...new Set(fired)].sort()).toEqual(rules.map(({ alert }) => alert).sort());
  });

  test("on refused logins count those that the limits of attempts stop, and of no other endpoint", () => {
    const rule = rules.find(({ alert }) => alert === "TripodRefusedLogins");
    const login = new RegExp(`^(?:${/status="429", *endpoint=~"([^"]+)"/.exec(rule?.expr ?? "")?.[1] ?? ""})$`);
    const endpoints = [...registryEndpoints, ...playersEndpoints, ...tradingEndpoints];
    const counted = endpoints.filter(({ id }) => login.test(id)).map(({ id }) => id);
    expect([...new Set(counted)].toSorted()).toEqual([
      "sessions.beginGithubDevice",
      "sessions.beginOpenid",
      "sessions.beginSession",
      "sessions.finishOpenid",
      "sessions.login",
      "tokens.exchangeAnonymous",
      "tokens.exchangeDns",
      "tokens.exchangeGithubOidc",
      "tokens.exchangeGithubToken",
      "tokens.exchangeHttp",
      "tokens.exchangeOidc",
    ]);
    // Who is in a demonstration has shown no credentials.
    const limited = endpoints.filter(({ id, limits }) => limits?.attempts && id !== "sessions.demoLogin");
    expect(limited.map(({ id }) => id).filter((id) => !counted.includes(id))).toEqual([]);
  });

  test("on slow requests leave out answers that take as long as their reader likes", () => {
    const slow = rules.find(({ alert }) => alert === "TripodSlow");
    const left = new RegExp(`^(?:${/endpoint!~"([^"]+)"/.exec(slow?.expr ?? "")?.[1] ?? ""})$`);
    const streams = [...registryEndpoints, ...playersEndpoints, ...tradingEndpoints].filter(
      ({ output }) => output.kind === "stream",
    );
    expect(streams.length).toBeGreaterThan(0);
    expect(streams.map(({ id }) => id).filter((id) => !left.test(id))).toEqual([]);
  });
});

const promtool = (...args: readonly string[]) =>
  spawnSync("promtool", args, { cwd: join(import.meta.dirname, "../../deploy/prometheus"), encoding: "utf8" });
const hasPromtool = promtool("--version").error === undefined;

test.skipIf(!hasPromtool)("Prometheus reads the rules, and each fires when it should and not otherwise", () => {
  const check = promtool("check", "rules", "tripod.rules.yml");
  expect(check.status, check.stdout + check.stderr).toBe(0);
  const tests = promtool("test", "rules", "tripod.rules.test.yml");
  expect(tests.status, tests.stdout + tests.stderr).toBe(0);
});

test("the command for the Prometheus operator makes a PrometheusRule of all alerts", () => {
  const [, command = ""] = /```sh\n([^`]*) \| kubectl apply -f -\n```/.exec(readText("docs/watch.md")) ?? [];
  const made = spawnSync("sh", ["-c", command], { cwd: ROOT, encoding: "utf8" });
  expect(parse(made.stdout)).toMatchObject({ kind: "PrometheusRule", spec: parse(readText(RULES)) as object });
});

test.each([
  ["rate(tripod_nothing_total[5m])", "there is no metric tripod_nothing_total"],
  ['tripod_ready{color="red"}', "tripod_ready has no label color"],
  ["sum by (color) (tripod_ready)", "no metric of sum by (color) (tripod_ready) has the label color"],
  ["tripod_http_request_duration_seconds", "there is no metric tripod_http_request_duration_seconds"],
])("the check finds what is wrong with %s", (expr, problem) => {
  expect(problemsIn(expr)).toEqual([problem]);
});

test("the check finds a legend that shows no label", () => {
  expect(problemsIn("tripod_ready", ["{{instance}} {{color}}"])).toEqual([
    "no metric of tripod_ready has the label color",
  ]);
});
