/** Signing in to the registry at an issuer and with GitHub, in a browser. */
import { afterAll, describe, expect, test } from "vitest";
import { browserIssuer } from "../support/browser-issuer.ts";
import { consoleWorld, hasChromium, scrollsSideways, seriousFindings } from "../support/console-world.ts";
import { fakeGithub } from "../support/fake-github.ts";
import { freePort } from "../support/free-port.ts";

describe.skipIf(!hasChromium)("in a browser (skipped where Chromium is not installed)", async () => {
  const issuer = await browserIssuer("tripod");
  const github = await fakeGithub();
  const port = await freePort();
  afterAll(async () => {
    await issuer.close();
    await github.close();
  });
  const world = await consoleWorld(
    { services: "registry" },
    {
      TRIPOD_PORT: String(port),
      TRIPOD_PUBLIC_URL: `http://127.0.0.1:${port}`,
      TRIPOD_REGISTRY_OIDC_ISSUER: issuer.issuer,
      TRIPOD_REGISTRY_OIDC_CLIENT_ID: "tripod",
      TRIPOD_REGISTRY_OIDC_PUBLISH_PATTERNS: "com.example/*",
      TRIPOD_REGISTRY_TOKEN_TTL_SECONDS: "30",
      TRIPOD_REGISTRY_GITHUB_CLIENT_ID: "app",
      TRIPOD_REGISTRY_GITHUB_URL: github.url,
      TRIPOD_REGISTRY_GITHUB_API_URL: github.url,
    },
    [issuer.issuer],
  );

  test("a user logs in at the issuer, comes back to the wanted page, and the session is renewed unseen", async () => {
    const page = await world.open("/console/registry/sign-in?to=/console/registry/publish");
    await page.getByRole("button", { name: "Continue to login" }).click();
    await page.waitForURL(/\/console\/registry\/publish$/);
    await page.getByRole("link", { name: /^Registry: ada/ }).waitFor();
    const renewed = await page.waitForResponse((answer) => answer.url().endsWith("/auth/session/renew"));
    expect(renewed.status()).toBe(200);
    await page.getByRole("link", { name: /^Registry: ada/ }).waitFor();
    expect(await page.evaluate<number>("localStorage.length + sessionStorage.length")).toBe(0);
  });

  test("a login that the issuer refused says so, and leads back", async () => {
    const page = await world.open("/console/callback?error=access_denied&state=x", { phone: true, dark: true });
    await page.getByText("The login failed (access_denied).").waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("");
    expect([await scrollsSideways(page), await seriousFindings(page)]).toEqual([false, []]);
    await page.getByRole("link", { name: "Sign in again" }).click();
    await page.getByRole("button", { name: "Get a code" }).waitFor();
  });

  test("a user types the code at GitHub, and learns that a token does not hold all of a hundred organizations", async () => {
    github.owned = Array.from({ length: 100 }, (_, at) => `organization-${at}`);
    const page = await world.open("/console/registry/sign-in");
    await page.getByRole("button", { name: "Get a code" }).click();
    await page.getByText("ABCD-1234").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    github.answer = "token";
    await page.getByRole("link", { name: /^Registry: octo/ }).click();
    await page.getByText("Some namespaces of this account are missing here").waitFor();
  });
});
