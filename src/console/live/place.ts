/** The address of the page that is shown. Pages, filters and open panels stand in it, so that links and "back" work. */
import { computed, signal } from "@preact/signals";

const url = signal(new URL(location.href));

/** Path of the page, without a slash at its end. */
export const path = computed(() => {
  const { pathname } = url.value;
  return pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
});
export const query = computed(() => url.value.searchParams);

interface Going {
  /** In place of the page that is shown, as filters do: "back" passes over it. */
  readonly replace?: boolean;
}

/** Shows another page of the console. */
export function go(to: string, { replace = false }: Going = {}): void {
  const target = new URL(to, url.value);
  if (target.href !== url.value.href) {
    if (replace) history.replaceState(null, "", target);
    else history.pushState(null, "", target);
  }
  url.value = target;
}

/** The address of this page with parameters set; those that are `""` or undefined are taken out. */
export function withParams(params: Readonly<Record<string, string | undefined>>): string {
  const target = new URL(url.value);
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === "") target.searchParams.delete(name);
    else target.searchParams.set(name, value);
  }
  return target.pathname + target.search;
}

/** Takes over links within the console, and "back". Answers what ends that. */
export function followLinks(): () => void {
  const click = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement);
    if (!link || link.origin !== location.origin || !isOurs(link.pathname)) return;
    const isHere = link.pathname === location.pathname && link.search === location.search && link.hash !== "";
    if (isHere || link.target !== "" || link.hasAttribute("download")) return;
    event.preventDefault();
    go(link.href);
  };
  const back = (): void => {
    url.value = new URL(location.href);
  };
  addEventListener("click", click);
  addEventListener("popstate", back);
  return () => {
    removeEventListener("click", click);
    removeEventListener("popstate", back);
  };
}

function isOurs(pathname: string): boolean {
  return pathname === "/console" || pathname.startsWith("/console/");
}
