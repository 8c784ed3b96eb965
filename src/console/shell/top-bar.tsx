/** The bar at the top: where the search is, who I am, light or dark, and whether the server answers. */
import { about, isReachable } from "../live/about.ts";
import { texts } from "../say.ts";
import { Identities } from "./identities.tsx";
import { SearchBox } from "./search-box.tsx";
import { nextTheme, theme } from "./theme.ts";

export function TopBar() {
  return (
    <header class="top-bar">
      <a class="name" href="/console">
        {texts.shell.product}
      </a>
      {about.value?.demo === true && <span class="badge warn">{texts.shell.demo}</span>}
      <SearchBox />
      <Identities />
      <button type="button" class="quiet" onClick={nextTheme}>
        {texts.shell.themes[theme.value]}
      </button>
      <Health />
    </header>
  );
}

function Health() {
  const isWell = isReachable.value;
  return (
    <span class={isWell ? "health" : "health away"} role="status">
      <span class="dot" aria-hidden="true" />
      <span class={isWell ? "off-screen" : ""}>{isWell ? texts.shell.reachable : texts.shell.unreachable}</span>
    </span>
  );
}
