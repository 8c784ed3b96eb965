import { expect, test } from "vitest";
import { matchPath } from "./match-path.ts";

test.each([
  ["/console", "/console", {}],
  ["/console", "/console/players", undefined],
  ["/console/players/:id", "/console/players/42", { id: "42" }],
  ["/console/players/:id", "/console/players", undefined],
  ["/console/players/:id", "/console/players/", undefined],
  ["/console/registry/servers/:name", "/console/registry/servers/io.example%2Fhello", { name: "io.example/hello" }],
  ["/console/registry/servers/:name/:version", "/console/registry/servers/a/1.0.0", { name: "a", version: "1.0.0" }],
  ["/console/players/:id", "/console/players/%E0%A4%A", undefined],
  ["/console/:a/x", "/console/1/y", undefined],
])("%s of %s is %j", (pattern, path, expected) => {
  expect(matchPath(pattern, path)).toEqual(expected);
});
