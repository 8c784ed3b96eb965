/** Light, dark, or as the system has it. The choice is kept in this browser. */
import { signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";

const NAME = "tripod-theme";
const THEMES: readonly Theme[] = ["system", "light", "dark"];

export const theme = signal<Theme>(keptTheme());

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

/** Shows the document in the theme that was chosen, and follows the system where none was. */
export function followTheme(): void {
  applyTheme();
  systemIsDark.addEventListener("change", applyTheme);
}

function applyTheme(): void {
  const isDark = theme.value === "system" ? systemIsDark.matches : theme.value === "dark";
  document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
}

/** Goes from one to the next, and round again. */
export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? "system";
  try {
    localStorage.setItem(NAME, theme.value);
  } catch {
    // A browser that keeps nothing still changes it for now.
  }
  applyTheme();
}

function keptTheme(): Theme {
  try {
    const kept = localStorage.getItem(NAME);
    return THEMES.find((each) => each === kept) ?? "system";
  } catch {
    return "system";
  }
}
