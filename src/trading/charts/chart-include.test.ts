import { Script } from "node:vm";
import { describe, expect, test } from "vitest";
import { chartInclude, publicApiUrl } from "./chart-include.ts";
import { readChartScript } from "./chart-script.ts";

describe("the include", () => {
  test("is one script that tells what to draw", () => {
    const apiUrl = "https://trading.example/api/v2";
    expect(chartInclude({ symbol: "simalpha-btcusdt", apiUrl, version: "abc" })).toEqual({
      script:
        '<script async src="https://trading.example/api/v2/public/chart.js?v=abc" data-symbol="simalpha-btcusdt"' +
        ' data-interval="1m" data-container="tripod-chart-simalpha-btcusdt"></script>',
      containerId: "tripod-chart-simalpha-btcusdt",
    });
  });

  test("lets nothing out of its attributes", () => {
    const bad = `"'><img src=x onerror=alert(1)>&`;
    const { script } = chartInclude({ symbol: bad, apiUrl: `https://a.example/${bad}`, version: bad });
    expect(script.match(/[<>]/g)).toEqual(["<", ">", "<", ">"]);
    expect(script.replace(/ [a-z-]+="[^"<>]*"/g, "")).toBe("<script async></script>");
  });
});

test.each([
  ["https://a.example/api/v2", { host: "b.example" }, "https://a.example/api/v2"],
  ["/api/v2", { host: "b.example:8080" }, "http://b.example:8080/api/v2"],
  ["/api/v2", { host: "[::1]:8080" }, "http://[::1]:8080/api/v2"],
  ["/api/v2", { host: "b.example", "x-forwarded-proto": "https" }, "https://b.example/api/v2"],
  ["/api/v2", { host: "b.example", "x-forwarded-proto": "javascript" }, "http://b.example/api/v2"],
  ["/api/v2", { host: 'b.example"><script>' }, "/api/v2"],
  ["/api/v2", { host: "b.example/path" }, "/api/v2"],
  ["/api/v2", { host: "user@b.example" }, "/api/v2"],
  ["/api/v2", {}, "/api/v2"],
])("where the settings say %s and the caller %j, browsers find the interface at %s", (apiUrl, headers, expected) => {
  expect(publicApiUrl(apiUrl, headers)).toBe(expected);
});

describe("the script", () => {
  const { text, version } = readChartScript();
  const source = text.body.toString();

  test("is one program, with the library's licence, and always the same", () => {
    expect(() => new Script(source)).not.toThrow();
    expect(source).toContain("Licensed under Apache License 2.0");
    expect(source).toContain("TradingView Lightweight Charts");
    expect(version).toMatch(/^[0-9a-f]{12}$/);
    expect(readChartScript().version).toBe(version);
  });

  test("evaluates nothing and writes no HTML of its own", () => {
    const own = source.slice(source.lastIndexOf("window.tripodChartsBefore"));
    expect(own).not.toMatch(/\beval\b|new Function|innerHTML|outerHTML|insertAdjacentHTML|document\.write/);
  });
});
