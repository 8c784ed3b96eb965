/** The answers before a connection speaks another protocol, by either library. */
import { expect, test } from "vitest";
import { pushWorld } from "../../../test/support/push-world.ts";
import { openRaw, parseAnswer } from "../../../test/support/raw-http.ts";

const UPGRADE = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];
const KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";

test.each([
  [101, "/api/v2/ws", [...UPGRADE, KEY]],
  [400, "/api/v2/ws", [...UPGRADE, "Sec-WebSocket-Key: short"]],
  [400, "/api/v2/ws", ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 7", KEY]],
  [404, "/api/v2/ws", ["Connection: close"]],
  [101, "/socket.io/?EIO=4&transport=websocket", [...UPGRADE, KEY]],
  [400, "/socket.io/?EIO=4&transport=websocket", [...UPGRADE, "Sec-WebSocket-Key: short"]],
  [400, "/socket.io/?EIO=4&transport=pigeon", [...UPGRADE, KEY]],
  [400, "/socket.io/?EIO=4&transport=websocket&sid=nobody", [...UPGRADE, KEY]],
  [200, "/socket.io/?EIO=4&transport=polling", ["Connection: close"]],
  [400, "/socket.io/?EIO=4&transport=polling&sid=nobody", ["Connection: close"]],
])("%d at %s (%j) forbids browsers to guess its type", async (status, path, headers) => {
  const { port } = await pushWorld();
  const connection = openRaw(port);
  connection.socket.write([`GET ${path} HTTP/1.1`, "Host: a", ...headers, "", ""].join("\r\n"));
  const text = await connection.until((received) => received.includes("\r\n\r\n"));
  connection.socket.destroy();
  const answer = parseAnswer(text);
  expect([answer.status, answer.headers["x-content-type-options"]]).toEqual([status, "nosniff"]);
  expect(text.match(/nosniff/gi)).toHaveLength(1);
});
