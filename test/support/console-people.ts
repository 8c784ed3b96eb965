/** People at the console's pages for traders, who sign in as anybody does. */
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
  await page.getByLabel("Username or mail address").fill(login);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Presses Tab until the element with this label or name has the focus, as a person without a mouse does. */
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
