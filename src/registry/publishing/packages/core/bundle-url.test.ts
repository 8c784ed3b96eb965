import { describe, expect, test } from "vitest";
import { parseBundleUrl, type BundleHost } from "./bundle-url.ts";

const own: readonly BundleHost[] = [
  { host: "files.example", protocol: "https:" },
  { host: "10.0.0.5:8080", protocol: "http:" },
];

describe("a bundle's URL", () => {
  test.each([
    "https://github.com/example/weather/releases/download/v1.0.0/weather.mcpb",
    "https://www.github.com/example/weather-mcp/releases/download/v1.0.0+build.5/weather.zip",
    "https://gitlab.com/example/weather/-/releases/v1/downloads/weather.mcpb",
    "https://gitlab.com/group/sub/weather/-/releases/v1/downloads/bin/weather.mcpb",
    "https://gitlab.com/group/mcp-weather/-/package_files/123/download",
    "https://files.example/any/where/weather.mcpb",
    "http://10.0.0.5:8080/weather.MCPB",
  ])("may be %s", (text) => expect(parseBundleUrl(text, own)).toBeInstanceOf(URL));

  test.each([
    ["weather.mcpb", /not a URL/],
    ["http://github.com/example/weather/releases/download/v1/weather.mcpb", /https/],
    ["https://a:b@github.com/example/weather/releases/download/v1/weather.mcpb", /password/],
    ["https://evil.example/example/weather/releases/download/v1/weather.mcpb", /not from evil\.example/],
    ["https://github.com.evil.example/example/weather/releases/download/v1/weather.mcpb", /not from/],
    ["https://github.com:8443/example/weather/releases/download/v1/weather.mcpb", /not from/],
    ["https://raw.githubusercontent.com/example/weather/main/weather.mcpb", /not from/],
    ["https://github.com/example/weather/raw/main/weather.mcpb", /file of a release/],
    ["https://github.com/example/weather/releases/download/v1/../../../../../evil/weather.mcpb", /file of a release/],
    ["https://github.com/example/weather/releases/latest/download/weather.mcpb", /file of a release/],
    ["https://github.com/example/weather/releases/download/v1/", /file of a release/],
    ["https://gitlab.com/example/weather/-/raw/main/weather.mcpb", /file of a release/],
    ["https://gitlab.com/weather/-/releases/v1/downloads/weather.mcpb", /file of a release/],
    ["https://gitlab.com/example/mcp/-/package_files/x/download", /file of a release/],
    ["https://github.com/example/weather/releases/download/v1/weather.zip", /"mcp"/],
    ["https://files.example/weather.zip", /"mcp"/],
    ["http://files.example/weather.mcpb", /https/],
    ["https://10.0.0.5:8080/weather.mcpb", /not from/],
  ])("may not be %s", (text, why) => {
    expect(parseBundleUrl(text, own)).toMatchObject({ why: expect.stringMatching(why) });
  });
});
