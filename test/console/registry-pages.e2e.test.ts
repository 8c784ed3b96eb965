/** What developers, publishers and operators do in the registry's pages: by keyboard alone, and on a phone. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { BOTH_WAYS, type Hands } from "../support/console-hands.ts";
import { consoleWorld, hasChromium, scrollsSideways, seriousFindings } from "../support/console-world.ts";

const IMAGE = "<img src=x onerror=alert(1)>";

describe.skipIf(!hasChromium)("in a browser (skipped where Chromium is not installed)", async () => {
  const world = await consoleWorld({ services: "registry" });
  const token = hasChromium
    ? world.command(["registry", "token", "--publish", "io.example/*", "--edit", "io.example/*", "--ttl", "1h"]).trim()
    : "";

  async function isFine(page: Page): Promise<void> {
    expect(await seriousFindings(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
  }

  async function signIn(page: Page, hands: Hands): Promise<void> {
    await hands.write(page.getByLabel("Registry token", { exact: true }), token);
    await hands.press(page.getByRole("button", { name: "Sign in", exact: true }));
    await page.getByRole("link", { name: /^Registry: operator \d+ (min|h) left$/ }).waitFor();
  }

  test.each(BOTH_WAYS)("a developer finds a server and copies its snippet $way", async ({ shown, handsOf }) => {
    const page = await world.open("/console/registry/servers", shown);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const hands = handsOf(page);
    await hands.write(page.getByLabel("Search by name, title or description"), "weather");
    // A row that is about to move up cannot be pressed.
    await page.waitForURL(/q=weather/);
    await expect.poll(() => page.getByRole("rowheader").count()).toBe(1);
    await hands.press(page.getByRole("link", { name: "Weather", exact: true }));
    await page.getByRole("heading", { name: "Weather", level: 1 }).waitFor();
    await isFine(page);
    await hands.press(page.getByRole("link", { name: "Shell" }).last());
    await hands.press(page.getByRole("button", { name: "Copy Shell" }));
    await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe("npx -y @example/weather@1.0.0");
    await page.goBack();
    await hands.press(page.getByRole("link", { name: "Compare" }));
    await page.getByLabel("From 0.9.0 to 1.0.0").waitFor();
    await isFine(page);
  });

  test.each(BOTH_WAYS)(
    "a publisher mends a field, publishes, deprecates, deletes and undoes both $way",
    async ({ way, shown, handsOf }) => {
      const name = `io.example/${way.replace(" ", "-")}`.replace(/ .*/, "");
      const page = await world.open("/console/registry/sign-in?to=/console/registry/publish", shown);
      const hands = handsOf(page);
      await signIn(page, hands);
      await page.getByText("You may publish io.example/*.").waitFor();
      await hands.write(page.getByLabel("Name", { exact: true }), name);
      await hands.write(page.getByLabel("Description", { exact: true }), IMAGE);
      await hands.write(page.getByLabel("Version", { exact: true }), "^1.0.0");
      const version = page.getByLabel("Version", { exact: true });
      await expect.poll(() => version.getAttribute("aria-invalid")).toBe("true");
      await isFine(page);
      await hands.write(version, "1.0.0");
      await page.getByText("The registry would accept this document.").waitFor();
      await hands.press(page.getByRole("button", { name: "Publish", exact: true }));

      await page.getByRole("heading", { name, level: 1 }).waitFor();
      await page.getByText(IMAGE, { exact: true }).waitFor();
      await hands.press(page.getByRole("link", { name: "Status" }));
      await hands.write(page.getByLabel("Message"), `Use another. ${IMAGE}`);
      await hands.press(page.getByRole("button", { name: "Change status" }));
      await page.getByText("Deprecated", { exact: true }).waitFor();
      await isFine(page);
      await hands.press(page.getByRole("button", { name: "Undo" }));
      await page.getByText("Active", { exact: true }).waitFor();

      const published = `${world.url}/v0.1/servers/${encodeURIComponent(name)}/versions/1.0.0`;
      await hands.press(page.getByRole("button", { name: "Delete version 1.0.0" }));
      await isFine(page);
      await hands.press(page.getByRole("dialog").getByRole("button", { name: "Delete version 1.0.0" }));
      await page.getByText("Deleted", { exact: true }).waitFor();
      expect((await page.request.get(published)).status()).toBe(404);
      expect(await page.getByRole("button", { name: "Delete version 1.0.0" }).count()).toBe(0);
      await hands.press(page.getByRole("button", { name: "Undo" }));
      await page.getByText("Active", { exact: true }).waitFor();
      expect((await page.request.get(published)).status()).toBe(200);
    },
  );

  test("a document is called acceptable only when the registry has said so of what is written now", async () => {
    const page = await world.open("/console/registry/sign-in?to=/console/registry/publish");
    await page.getByLabel("Registry token", { exact: true }).fill(token);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    const json = page.getByLabel("JSON", { exact: true });
    const accepted = page.getByText("The registry would accept this document.");
    const document = JSON.stringify({ name: "io.example/checked", description: "A server", version: "1.0.0" });
    await page.route("**/v0.1/validate", (route) => route.abort());
    await json.fill(document);
    await page.locator(".aged").waitFor();
    expect(await accepted.count()).toBe(0);
    await page.unroute("**/v0.1/validate");
    await json.fill(document.replace("A server", "Another server"));
    await accepted.waitFor();
    await json.fill(document.slice(1));
    await page.getByText("This is not a JSON object.").waitFor();
    await expect.poll(() => accepted.count()).toBe(0);
  });

  test("an operator makes and revokes a token, adds a webhook, and finds both in the audit trail", async () => {
    const admin = world.command(["registry", "token", "--admin", "--ttl", "1h", "--subject", "ada"]).trim();
    const page = await world.open("/console/registry/operate?tab=tokens");
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await page.getByLabel("Registry token", { exact: true }).fill(admin);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();

    await page.getByLabel("Issued to", { exact: true }).fill(IMAGE);
    await page.getByLabel("Servers", { exact: true }).fill("io.example/*");
    await page.getByRole("button", { name: "Create a token" }).click();
    await page.getByRole("heading", { name: "New token" }).waitFor();
    const row = page.getByRole("row", { name: IMAGE });
    await row.getByRole("button", { name: "Revoke" }).click();
    const dialog = page.getByRole("dialog");
    await expect.poll(() => dialog.getByRole("button", { name: "Revoke" }).isDisabled()).toBe(true);
    await dialog.getByLabel(/^Type/).fill(IMAGE);
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await row.getByText("Revoked").waitFor();
    await isFine(page);

    await page.getByRole("link", { name: "Webhooks" }).click();
    await page.getByLabel("Address").fill("https://hooks.example.com/registry");
    await page.getByRole("button", { name: "Add a webhook" }).click();
    await page.getByRole("heading", { name: "Signing key" }).waitFor();
    await page.getByRole("button", { name: "Turn off" }).click();
    await page.getByRole("button", { name: "Turn on" }).waitFor();
    await isFine(page);

    await page.getByRole("link", { name: "Audit" }).click();
    await page.getByLabel("Change").selectOption("token.revoke");
    await page
      .getByRole("row", { name: /Token revoked.*ada/ })
      .getByRole("button")
      .click();
    await page.getByRole("dialog").getByText("token.revoke").waitFor();
    await isFine(page);
    await page.keyboard.press("Escape");
    for (const [tab, seen] of [
      ["Deliveries", "No deliveries"],
      ["Signing keys", "Signing"],
      ["Mirror", "Published here"],
      ["Checks", "database"],
      ["Export", "Download all versions"],
    ] as const) {
      await page.getByRole("link", { name: tab, exact: true }).click();
      await page.getByText(seen, { exact: true }).first().waitFor();
      await isFine(page);
    }
  });

  test("a private registry offers to sign in", async () => {
    const page = await world.open("/console/registry/sign-in");
    await page
      .context()
      .route("**/v0.1/servers**", (route) =>
        route.fulfill({ status: 401, json: { error: "Missing or invalid Authorization header" } }),
      );
    await page.getByRole("link", { name: "Tool servers" }).click();
    const link = page.getByRole("main").getByRole("link", { name: "Sign in" });
    await expect
      .poll(() => link.getAttribute("href"))
      .toBe("/console/registry/sign-in?to=%2Fconsole%2Fregistry%2Fservers");
    await isFine(page);
  });
});
