/** Dashboards as Grafana 10 and later import them. */
import type { Dashboard, Panel, Unit } from "./dashboard.ts";

const SCHEMA_VERSION = 39;
/** Grafana divides the width into 24. */
const PANEL_WIDTH = 8;
const PANELS_ABREAST = 3;
const PANEL_HEIGHT = 8;
const DATA_SOURCE = { type: "prometheus", uid: "${datasource}" };

/** By the names that Grafana has for them. */
const UNITS: Readonly<Record<Unit, string>> = {
  short: "short",
  s: "s",
  bytes: "bytes",
  reqps: "reqps",
  ops: "ops",
  percentunit: "percentunit",
  bool: "bool_yes_no",
};

export function grafanaJson({ uid, title, about, rows }: Dashboard): string {
  const panels: object[] = [];
  let top = 0;
  for (const row of rows) {
    panels.push({
      id: panels.length + 1,
      type: "row",
      title: row.title,
      collapsed: false,
      gridPos: { h: 1, w: 24, x: 0, y: top },
      panels: [],
    });
    top++;
    for (const [place, panel] of row.panels.entries()) {
      const x = (place % PANELS_ABREAST) * PANEL_WIDTH;
      const y = top + Math.floor(place / PANELS_ABREAST) * PANEL_HEIGHT;
      panels.push(panelJson(panel, panels.length + 1, { h: PANEL_HEIGHT, w: PANEL_WIDTH, x, y }));
    }
    top += Math.ceil(row.panels.length / PANELS_ABREAST) * PANEL_HEIGHT;
  }
  const dashboard = {
    uid,
    title,
    description: about,
    tags: ["tripod"],
    editable: true,
    graphTooltip: 1,
    refresh: "30s",
    schemaVersion: SCHEMA_VERSION,
    time: { from: "now-6h", to: "now" },
    timezone: "browser",
    templating: { list: variables() },
    links: [{ type: "dashboards", tags: ["tripod"], title: "Tripod", asDropdown: false, keepTime: true }],
    annotations: { list: [] },
    panels,
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}

function panelJson({ title, about, unit, queries, shows }: Panel, id: number, gridPos: object): object {
  const isNow = shows === "now";
  const options = isNow
    ? { reduceOptions: { calcs: ["lastNotNull"] }, textMode: "value_and_name", colorMode: "value" }
    : { legend: { displayMode: "list", placement: "bottom" }, tooltip: { mode: "multi", sort: "desc" } };
  return {
    id,
    type: isNow ? "stat" : "timeseries",
    title,
    description: about,
    datasource: DATA_SOURCE,
    gridPos,
    fieldConfig: { defaults: { unit: UNITS[unit], min: unit === "percentunit" ? 0 : undefined }, overrides: [] },
    options,
    targets: queries.map(({ expr, legend }, place) => ({
      refId: String.fromCharCode("A".charCodeAt(0) + place),
      datasource: DATA_SOURCE,
      expr,
      legendFormat: legend,
      instant: isNow,
      range: !isNow,
    })),
  };
}

function variables(): object[] {
  return [
    { name: "datasource", type: "datasource", query: "prometheus", label: "Data source", hide: 0 },
    {
      name: "instance",
      type: "query",
      label: "Process",
      datasource: DATA_SOURCE,
      query: { query: "label_values(tripod_info, instance)", refId: "instance" },
      refresh: 2,
      includeAll: true,
      multi: true,
      allValue: ".*",
      current: { selected: true, text: ["All"], value: ["$__all"] },
    },
  ];
}
