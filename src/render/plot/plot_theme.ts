/**
 * Colours of plots.
 * @module
 */

/** Colours of a plot. */
export interface PlotTheme {
  /** `dark` and `light` use 256 colours. */
  readonly name: string;
  paint(style: "bar" | "faint" | "strong", text: string): string;
}

/** No colours at all. */
export const NO_COLORS: PlotTheme = { name: "none", paint: (_, text) => text };

/** Colours that every terminal supports. */
export const FEW_COLORS: PlotTheme = {
  name: "basic",
  paint: (style, text) =>
    text === "" ? "" : `\x1b[${{ bar: "36", faint: "2", strong: "1" }[style]}m${text}\x1b[0m`,
};
