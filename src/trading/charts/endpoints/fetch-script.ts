import { text, withHeaders } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";

export const fetchScript = endpoint({
  id: "charts.fetchScript",
  method: "GET",
  path: "/public/chart.js",
  auth: "public",
  summary: "The script that draws a chart",
  description: "public/tradingview-charts tells how to include it. With the library, under its licence, in one file.",
  input: {},
  output: text("text/javascript; charset=utf-8", {
    cacheControl: "public, max-age=86400",
    headers: {
      "access-control-allow-origin": "Pages of all origins may include it",
      "cross-origin-resource-policy": "Also those that are isolated from other origins",
    },
  }),
  errors: [],
  examples: [{ name: "the script" }],
  beyondSpec: true,
  run({ chartScript }) {
    return withHeaders(chartScript.text, {
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
  },
});
