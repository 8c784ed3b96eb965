/** Traders, staff and admins at the console: they sign in by its own pages. */
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import type { ConsoleWorld, Shown } from "./console-world.ts";

/** Opens a page as the demo's user, who signs in with one click and comes back to it. */
export async function openAsDemoUser(world: ConsoleWorld, path: string, shown: Shown = {}): Promise<Page> {
  const page = await world.open(`/console/trading/sign-in?to=${encodeURIComponent(path)}`, shown);
  await page.getByRole("button", { name: "Sign in as the demo user" }).click();
  await page.waitForURL(`${world.url}${path}`);
  return page;
}

/** Fills the form for signing in that is shown. */
export async function signIn(page: Page, login: string, password: string): Promise<void> {
  await page.getByLabel("Username or email address").fill(login);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** The code of an authenticator app. Each code counts once: the next one is shown a step later. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });
}

const STEP_MS = 30_000;

export interface SecondFactor {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Goes through the steps that the page asks for, from the password on. */
export async function setUpSecondFactor(page: Page, password: string): Promise<SecondFactor> {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  const secret = (await page.locator(".snippet code").textContent()) ?? "";
  // The code of a step ago, so that the present one is left for signing in. It runs out where a step ends on the way.
  while (!(await confirmsBy(page, codeOf(secret, -1))));
  const kept = page.getByRole("button", { name: "I have stored them" });
  await kept.waitFor();
  const shown = (await page.locator(".snippet code").textContent()) ?? "";
  await kept.click();
  return { secret, recoveryCodes: shown.split("\n") };
}

/** Gives the first code; answers whether it counts. */
async function confirmsBy(page: Page, code: string): Promise<boolean> {
  await page.getByLabel("Code", { exact: true }).fill(code);
  const [answer] = await Promise.all([
    page.waitForResponse("**/user/two-factor/confirm"),
    page.getByRole("button", { name: "Turn on" }).click(),
  ]);
  return answer.ok();
}

/** Makes an admin with a second factor, and opens a page of theirs. */
export async function openAsNewAdmin(
  world: ConsoleWorld,
  name: string,
  path: string,
  shown: Shown = {},
): Promise<Page> {
  const given = ["--name", name, "--email", `${name}@example.com`, "--role", "admin", "--password-env", "PASSWORD"];
  const password = `Right horse 42 of ${name.toUpperCase()}`;
  world.command(["trading", "user", "create", name, ...given], { PASSWORD: password });
  const page = await world.open("/console/trading/sign-in?to=/console/trading/account/security", shown);
  await signIn(page, name, password);
  await page.getByRole("button", { name: "Set up the second factor" }).click();
  const { secret } = await setUpSecondFactor(page, password);
  await page.getByRole("button", { name: "Turn off the second factor" }).waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("link", { name: "Sign in to Trading" }).waitFor();
  await page.goto(`${world.url}/console/trading/sign-in?to=${encodeURIComponent(path)}`);
  await signIn(page, name, password);
  await page.getByLabel("Code", { exact: true }).fill(codeOf(secret));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(`${world.url}${path}`);
  return page;
}

/** Presses Tab until the element with this label or name has the focus, as a user without a mouse does. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    await page.keyboard.press("Tab");
    const label = await page.evaluate<string>(NAME_OF_FOCUSED);
    if (label === name) return;
  }
  throw new Error(`Tab never came to ${name}`);
}

const MOST_PRESSES = 120;
/** In the browser: the label of the field that has the focus, else the text of the element. */
const NAME_OF_FOCUSED = `(() => {
  const element = document.activeElement;
  return (element?.labels?.[0]?.textContent ?? element?.ariaLabel ?? element?.textContent ?? "").trim();
})()`;
