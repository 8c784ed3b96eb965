/** How long the page is busy after a hand did something: from the event to the paint that follows, and the longest frame. */
import type { Page } from "playwright-core";
import { atMost } from "./figures.ts";

export interface Felt {
  /** From the event to the next paint. */
  readonly nextMs: number;
  /** Of the frames in the second after it, in which lists follow what was typed. */
  readonly longestMs: number;
}

const LIMIT_MS = 30_000;

/**
 * Does something in the page and measures what follows.
 *
 * @param act a statement that makes the event, in the browser
 */
export function feltAfter(page: Page, act: string): Promise<Felt> {
  return atMost(LIMIT_MS, `what follows ${act}`, page.evaluate<Felt>(measured(act)));
}

/** A frame is painted when a message that was posted before its paint is delivered. */
const measured = (act: string): string => `(async () => {
  const painted = () => new Promise((done) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => done(performance.now());
    channel.port2.postMessage(0);
  }));
  await painted();
  const beganMs = performance.now();
  ${act};
  const nextMs = (await painted()) - beganMs;
  let [lastMs, longestMs] = [performance.now(), nextMs];
  while (performance.now() - beganMs < 1000) {
    const nowMs = await painted();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  }
  return { nextMs, longestMs };
})()`;

/** Types a text into the field with this label, in place of what is there. */
export function typing(label: string, text: string): string {
  return `{
    ${fieldOf(label)}
    field.focus();
    field.value = ${JSON.stringify(text)};
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }`;
}

/** Chooses the entry at a place of the list with this label. */
export function choosing(label: string, at: number): string {
  return `{
    ${fieldOf(label)}
    field.selectedIndex = ${at} % field.options.length;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }`;
}

/** A label that the page no longer has ends the bench with its name. */
function fieldOf(label: string): string {
  return `const label = [...document.querySelectorAll("label")].find((each) => each.textContent === ${JSON.stringify(label)});
    if (!label) throw new Error(${JSON.stringify(`the page has no field named ${label}`)});
    const field = label.control;`;
}

/** Follows the first link that a selector finds. */
export function following(selector: string): string {
  return `document.querySelector(${JSON.stringify(selector)}).click()`;
}
