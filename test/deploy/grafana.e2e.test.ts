/** The form of the dashboards' files, as Grafana takes it in. Which metrics they name is tested by watch.test.ts. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { writeFile } from "node:fs/promises";

interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

interface DataSource {
  readonly type: string;
  readonly uid: string;
}

interface Target {
  readonly refId: string;
  readonly datasource: DataSource;
  readonly expr: string;
  readonly legendFormat: string;
}

interface GrafanaPanel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: Place;
  readonly datasource?: DataSource;
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } };
  readonly targets?: readonly Target[];
}

interface GrafanaDashboard {
  readonly id?: unknown;
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly schemaVersion: number;
  readonly tags: readonly string[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
  readonly panels: readonly GrafanaPanel[];
}

const FOLDER = join(import.meta.dirname, "../../deploy/grafana");
const files = readdirSync(FOLDER).map((name) => {
  const text = readFileSync(join(FOLDER, name), "utf8");
  return { name, text, dashboard: JSON.parse(text) as GrafanaDashboard };
});

const GRID_WIDTH = 24;
/** Of Grafana 10.0 to 12: older versions leave out what they do not know, newer ones migrate what they read. */
const SCHEMA_VERSIONS = { least: 36, most: 42 };
/** Ids of units in Grafana's own table. A unit that is not there would be shown as a suffix. */
const UNITS = new Set(["short", "s", "bytes", "reqps", "ops", "percentunit", "bool_yes_no"]);
const TYPES = new Set(["row", "stat", "timeseries"]);
/** Variables that Grafana brings. */
const BUILT_IN = new Set(["__rate_interval", "__all"]);

/** What is wrong with a dashboard; empty for none. */
function problemsOf({ uid, title, schemaVersion, templating, panels, ...rest }: GrafanaDashboard): string[] {
  const problems: string[] = [];
  const claim = (isTrue: boolean, problem: string): void => void (isTrue || problems.push(problem));
  claim(rest.id === undefined || rest.id === null, "an id that another Grafana may have given away");
  claim(/^[\w-]{1,40}$/.test(uid), `the uid ${uid} does not fit`);
  claim(title !== "" && rest.description !== "", "no title or description");
  const { least, most } = SCHEMA_VERSIONS;
  claim(schemaVersion >= least && schemaVersion <= most, `schemaVersion ${schemaVersion}`);
  const variables = new Map(templating.list.map(({ name, type }) => [name, type]));
  claim(variables.size === templating.list.length, "two variables of one name");
  const hasDataSource = ({ datasource }: { readonly datasource?: DataSource }): boolean => {
    const name = /^\$\{(\w+)\}$/.exec(datasource?.uid ?? "")?.[1];
    return datasource?.type === "prometheus" && name !== undefined && variables.get(name) === "datasource";
  };
  for (const panel of panels) {
    const name = `panel ${panel.id} (${panel.title})`;
    claim(TYPES.has(panel.type), `${name} is of an unknown type`);
    claim(panel.title !== "", `${name} has no title`);
    problems.push(...placeProblems(panel, panels).map((problem) => `${name} ${problem}`));
    if (panel.type === "row") continue;
    const { targets = [], fieldConfig, description = "" } = panel;
    claim(description !== "", `${name} has no description`);
    claim(UNITS.has(fieldConfig?.defaults.unit ?? ""), `${name} has the unit ${fieldConfig?.defaults.unit}`);
    claim(targets.length > 0, `${name} asks for nothing`);
    claim([panel, ...targets].every(hasDataSource), `${name} does not use the data source that is chosen`);
    claim(new Set(targets.map(({ refId }) => refId)).size === targets.length, `${name} repeats a refId`);
    claim(
      targets.every(({ refId }) => /^[A-Z]$/.test(refId)),
      `${name} has a refId that is not a letter`,
    );
    claim(
      targets.every(({ expr }) => expr.trim() !== ""),
      `${name} has an empty expr`,
    );
    claim(
      targets.every(({ legendFormat }) => legendFormat !== ""),
      `${name} has a line without a legend`,
    );
  }
  const text = JSON.stringify({ templating, panels });
  const used = new Set(
    [...text.matchAll(/\$(?:\{(\w+)[^}]*\}|(\w+))/g)].map(([, braced, plain]) => braced ?? plain ?? ""),
  );
  for (const name of used) claim(variables.has(name) || BUILT_IN.has(name), `the variable ${name} is not defined`);
  for (const name of variables.keys()) claim(used.has(name), `the variable ${name} is not used`);
  return problems;
}

function placeProblems({ id, gridPos, type }: GrafanaPanel, all: readonly GrafanaPanel[]): string[] {
  const { x, y, w, h } = gridPos;
  const isWhole = [x, y, w, h].every((each) => Number.isInteger(each) && each >= 0);
  if (!isWhole || w === 0 || h === 0 || x + w > GRID_WIDTH) return ["is outside the grid"];
  if (type === "row" && (x !== 0 || w !== GRID_WIDTH || h !== 1)) return ["is a row that is not one line"];
  const same = all.filter((other) => other.id === id);
  if (same.length > 1) return ["shares its id"];
  const covered = all.filter(
    ({ id: otherId, gridPos: other }) =>
      otherId !== id && other.x < x + w && x < other.x + other.w && other.y < y + h && y < other.y + other.h,
  );
  return covered.map(({ title }) => `covers ${title}`);
}

describe("a file that Grafana imports", () => {
  test.each(files)("$name has the form", ({ dashboard }) => {
    expect(problemsOf(dashboard)).toEqual([]);
    expect(dashboard.panels.length).toBeGreaterThan(5);
  });

  test("is one of several that stay apart, and find each other by their tag", () => {
    expect(files.map(({ name }) => name).sort()).toEqual([
      "players.json",
      "process.json",
      "registry.json",
      "trading.json",
    ]);
    for (const of of ["uid", "title"] as const) {
      expect(new Set(files.map(({ dashboard }) => dashboard[of])).size, of).toBe(files.length);
    }
    for (const { dashboard } of files) expect(dashboard.tags).toContain("tripod");
  });
});

const [{ dashboard: good } = { dashboard: undefined as never }] = files;
const [row, first, second] = good.panels as readonly [GrafanaPanel, GrafanaPanel, GrafanaPanel];
const [target = undefined as never] = first.targets ?? [];
const withFirst = (more: Partial<GrafanaPanel>): GrafanaDashboard => ({
  ...good,
  panels: good.panels.map((each) => (each === first ? { ...first, ...more } : each)),
});
const asked = (more: Partial<Target>) => withFirst({ targets: [{ ...target, ...more }] });

test.each<[string, GrafanaDashboard, string]>([
  ["a place that is taken", withFirst({ gridPos: second.gridPos }), `covers ${second.title}`],
  ["a place on a row", withFirst({ gridPos: { ...first.gridPos, y: row.gridPos.y } }), `covers ${row.title}`],
  ["a place beside the grid", withFirst({ gridPos: { ...first.gridPos, x: 20 } }), "is outside the grid"],
  ["an id twice", withFirst({ id: second.id }), "shares its id"],
  ["an unknown unit", withFirst({ fieldConfig: { defaults: { unit: "seconds" } } }), "has the unit seconds"],
  ["no query", withFirst({ targets: [] }), "asks for nothing"],
  ["an empty query", asked({ expr: " " }), "has an empty expr"],
  ["a fixed data source", asked({ datasource: { type: "prometheus", uid: "P1809" } }), "does not use the data source"],
  ["an undefined variable", asked({ expr: 'up{job="$job"}' }), "the variable job is not defined"],
  ["an undefined variable in braces", asked({ expr: "up{job=~'${job:regex}'}" }), "the variable job is not defined"],
  ["an old form", { ...good, schemaVersion: 16 }, "schemaVersion 16"],
])("the check finds %s", (_name, dashboard, problem) => {
  expect(problemsOf(dashboard).join("\n")).toContain(problem);
});

const promtool = (...args: readonly string[]) => spawnSync("promtool", args, { encoding: "utf8" });
const hasPromtool = promtool("--version").error === undefined;

test.skipIf(!hasPromtool)("Prometheus reads every query of every dashboard", async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const queries = files.flatMap(({ name, dashboard }) =>
    dashboard.panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ at: `${name}: ${title}`, expr })),
    ),
  );
  const rules = queries.map(({ at, expr }, place) => ({
    record: `query:${place}`,
    labels: { at },
    expr: expr.replaceAll("$__rate_interval", "1m").replaceAll("$instance", ".*"),
  }));
  const file = join(folder.path, "queries.yml");
  await writeFile(file, stringify({ groups: [{ name: "queries", rules }] }));
  const check = promtool("check", "rules", file);
  expect(check.status, check.stdout + check.stderr).toBe(0);
  expect(check.stdout).toContain(`${queries.length} rules found`);
});
