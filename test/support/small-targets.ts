/** Controls that a finger misses: the console promises 44 pixels (WCAG 2.5.5), except for links within a sentence. */
import type { Page } from "playwright-core";

/** What is shown now and is lower than 44 pixels: the element and its height. */
export async function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(FIND);
}

const FIND = `(() => {
  const small = [];
  for (const each of document.querySelectorAll("a[href], button, input, select, textarea, summary")) {
    if (!each.checkVisibility()) continue;
    // A label is part of the target of its box.
    const boxes = [each, ...(each.type === "checkbox" ? each.labels : [])].map((part) => part.getBoundingClientRect());
    const height = Math.max(...boxes.map((box) => box.height));
    if (boxes[0].right <= 0 || Math.round(height) >= 44) continue;
    const isInLine = (node) => node.nodeType === 3 || getComputedStyle(node).display.startsWith("inline");
    const around = [...each.parentNode.childNodes]
      .filter((node) => node !== each && node.textContent.trim() !== "" && [1, 3].includes(node.nodeType) && isInLine(node));
    if (each.localName === "a" && getComputedStyle(each).display === "inline" && around.length > 0) continue;
    small.push(Math.round(height) + "px: " + each.outerHTML.slice(0, 120));
  }
  return small;
})()`;
