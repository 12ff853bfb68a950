/**
 * Light or dark theme: that of the system, or the one that was chosen here. The style sheet uses an attribute
 * of the page; drawings are told when it changes.
 * @module
 */

import { choice, colorsChanged } from "./dom.ts";

/** The options. */
export type Theme = "system" | "light" | "dark";

/** The options with their labels. */
export const THEMES: readonly (readonly [theme: Theme, shown: string])[] = [
  ["system", "system theme"],
  ["light", "light theme"],
  ["dark", "dark theme"],
];

const KEPT = "quarry.theme";
const system = matchMedia("(prefers-color-scheme: dark)");
let chosen: Theme = known(kept());

function kept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // The browser keeps nothing.
  }
}

function known(text: string | null): Theme {
  return THEMES.find(([theme]) => theme === text)?.[0] ?? "system";
}

function apply(): void {
  const { dataset } = document.documentElement;
  const wanted = chosen === "system" ? (system.matches ? "dark" : "light") : chosen;
  if (dataset["theme"] === wanted) return;
  dataset["theme"] = wanted;
  colorsChanged();
}

/** Applies a theme, to this page and all later ones. */
export function setTheme(theme: Theme): void {
  chosen = theme;
  try {
    localStorage.setItem(KEPT, theme);
  } catch {
    // The theme still applies to this page.
  }
  apply();
  for (const select of document.querySelectorAll<HTMLSelectElement>(".theme select")) select.value = theme;
}

/** Creates the choice of a theme. */
export function themeChoice(): HTMLElement {
  const short = THEMES.map(([theme]) => [theme, theme] as const);
  const element = choice("Theme", short, chosen, setTheme);
  element.classList.add("theme");
  return element;
}

system.addEventListener("change", apply);
// The user has chosen a theme in another tab.
addEventListener("storage", ({ key, newValue }) => {
  if (key === KEPT) setTheme(known(newValue));
});
apply();
