import { Type } from "typebox";
import { text, withHeaders } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ChartDeps } from "../deps.ts";

const FOR_EVER = "public, max-age=31536000, immutable";

export const fetchScript = endpoint({
  id: "charts.fetchScript",
  method: "GET",
  path: "/public/chart.js",
  auth: "public",
  summary: "The script that draws a chart",
  description: "public/tradingview-charts tells how to include it. With the library, under its licence, in one file.",
  input: {
    query: Type.Object({
      v: Type.Optional(
        Type.String({
          maxLength: 100,
          description: "The version that the include names: with it, browsers keep the file",
        }),
      ),
    }),
  },
  output: text("text/javascript; charset=utf-8", {
    cacheControl: "public, max-age=86400",
    headers: {
      "cache-control": "A year, where the version is that of the file",
      "cross-origin-resource-policy": "Also those that are isolated from other origins",
    },
  }),
  anyOrigin: true,
  errors: [],
  examples: [{ name: "the script" }],
  beyondSpec: true,
  run({ chartScript }: ChartDeps, { input: { query } }) {
    return withHeaders(chartScript.text, {
      ...(query.v === chartScript.version ? { "cache-control": FOR_EVER } : {}),
      "cross-origin-resource-policy": "cross-origin",
    });
  },
});
