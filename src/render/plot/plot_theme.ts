/**
 * Colours of plots, as far as plots have to know them.
 * @module
 */

/** How to colour. */
export interface PlotTheme {
  /** `dark` and `light` have 256 colours. */
  readonly name: string;
  paint(style: "bar" | "faint" | "strong", text: string): string;
}

/** No colours at all. */
export const NO_COLORS: PlotTheme = { name: "none", paint: (_, text) => text };

/** What every terminal has. */
export const FEW_COLORS: PlotTheme = {
  name: "basic",
  paint: (style, text) =>
    text === "" ? "" : `\x1b[${{ bar: "36", faint: "2", strong: "1" }[style]}m${text}\x1b[0m`,
};
