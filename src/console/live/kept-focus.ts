/**
 * Keeps the focus near where it was when the element that has it is taken away: the button of a row that was removed, or of
 * an action that was done. Without it the focus is nowhere, and some browsers begin again at the top of the page.
 */

const FOCUSABLE = "a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex='0']";

/** Watches a part of the document. Answers what ends that. */
export function keepFocusIn(root: HTMLElement): () => void {
  let last: Element | null = null;
  const note = ({ target }: FocusEvent): void => {
    last = target instanceof Element ? target : null;
  };
  const watcher = new MutationObserver((records) => {
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (!last || last.isConnected || !isLost) return;
    const place = placeOf(last, records);
    last = null;
    if (place) nearest(place, root)?.focus({ preventScroll: true });
  });
  root.addEventListener("focusin", note);
  watcher.observe(root, { childList: true, subtree: true });
  return () => {
    root.removeEventListener("focusin", note);
    watcher.disconnect();
  };
}

/** The record that says where `lost` was. Nothing for a page that was left: the next one gives the focus to its heading. */
function placeOf(lost: Element, records: readonly MutationRecord[]): MutationRecord | undefined {
  const removed = records.flatMap(({ removedNodes }) => [...removedNodes]);
  if (removed.some((node) => node instanceof Element && node.matches(".page-head"))) return undefined;
  return records.find(
    ({ target, removedNodes }) => target.isConnected && [...removedNodes].some((node) => node.contains(lost)),
  );
}

/** What can have the focus before that place, else after it, else around it. */
function nearest({ target, previousSibling, nextSibling }: MutationRecord, root: HTMLElement): HTMLElement | undefined {
  for (let node = previousSibling; node; node = node.previousSibling) {
    const found = focusablesIn(node).at(-1);
    if (found) return found;
  }
  for (let node = nextSibling; node; node = node.nextSibling) {
    const [found] = focusablesIn(node);
    if (found) return found;
  }
  const around = target instanceof Element ? focusablesIn(target.closest("section") ?? root) : [];
  return around[0] ?? root;
}

function focusablesIn(node: Node): readonly HTMLElement[] {
  if (!(node instanceof HTMLElement)) return [];
  const inside = [...node.querySelectorAll<HTMLElement>(FOCUSABLE)];
  return (node.matches(FOCUSABLE) ? [node, ...inside] : inside).filter((each) => each.checkVisibility());
}
