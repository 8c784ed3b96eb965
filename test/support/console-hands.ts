/** The hands of a console user: by keyboard alone, or with a finger on a phone. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { Shown } from "./console-world.ts";

export interface Hands {
  /** Presses a button, follows a link, or checks a box. */
  press(what: Locator): Promise<void>;
  /** Writes a text into a field, in place of its content. */
  write(what: Locator, text: string): Promise<void>;
  choose(what: Locator, value: string): Promise<void>;
}

interface Way {
  /** Ends the name of a test. */
  readonly way: string;
  readonly shown: Shown;
  readonly handsOf: (page: Page) => Hands;
}

/** The ways in which the most used journeys are made: `test.each(BOTH_WAYS)("a reader finds it $way", ...)`. */
export const BOTH_WAYS: readonly Way[] = [
  { way: "by keyboard", shown: {}, handsOf: keyboardHands },
  { way: "on a phone", shown: { phone: true, dark: true }, handsOf: fingers },
];

/** As many fields and links as a page has before something that is wanted. */
const MOST_STOPS = 150;

export function keyboardHands(page: Page): Hands {
  const reach = async (what: Locator): Promise<void> => {
    await what.waitFor();
    for (let stops = 0; stops < MOST_STOPS; stops++) {
      if ((await what.and(page.locator(":focus")).count()) > 0) return;
      await page.keyboard.press("Tab");
    }
    expect.fail(`the keyboard does not reach ${String(what)}`);
  };
  return {
    async press(what) {
      await reach(what);
      const isBox = (await what.and(page.locator("[type=checkbox]")).count()) > 0;
      await page.keyboard.press(isBox ? "Space" : "Enter");
    },
    async write(what, text) {
      await reach(what);
      await page.keyboard.press("Control+A");
      await page.keyboard.type(text);
    },
    async choose(what, value) {
      await reach(what);
      const title = await what.locator(`option[value="${value}"]`).textContent();
      await page.keyboard.type(title ?? value);
      await expect.poll(() => what.inputValue()).toBe(value);
    },
  };
}

export function fingers(): Hands {
  return {
    press: (what) => what.tap(),
    write: (what, text) => what.fill(text),
    async choose(what, value) {
      await what.selectOption(value);
    },
  };
}
