/** A page of the console that the demo's trading user is signed in to. */
import { expect } from "vitest";
import type { Page } from "playwright-core";
import type { ConsoleWorld, Shown } from "./console-world.ts";

/** Signs in as the page's own script would, then opens `path`. */
export async function openSignedIn(world: ConsoleWorld, path: string, shown: Shown = {}): Promise<Page> {
  const page = await world.open("/console/trading/sign-in", shown);
  const credentials = { login: world.made.get("Trading user"), password: world.made.get("Trading password") };
  const status = await page.evaluate(async (body) => {
    const headers = { "content-type": "application/json" };
    return (await fetch("/api/v2/session/login", { method: "POST", headers, body: JSON.stringify(body) })).status;
  }, credentials);
  expect(status).toBe(200);
  await page.goto(`${world.url}${path}`);
  return page;
}

/** Calls the trading platform as the demo's user. @throws Error when it refuses */
export async function askTrading(
  world: ConsoleWorld,
  operation: string,
  params: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(`${world.url}/api/v2/${operation}`, {
    method: "POST",
    headers: { authorization: `Bearer ${world.made.get("Trading key")}` },
    body: new URLSearchParams(params),
  });
  const { data } = (await answer.json()) as { readonly data: Readonly<Record<string, unknown>> };
  if (!answer.ok) throw new Error(`${operation}: ${JSON.stringify(data)}`);
  return data;
}
