/**
 * Colours of the prompt. A theme maps kinds of text to colours, regardless of position.
 * @module
 */

import type { TokenClass } from "../assist/answers.ts";

/** The kind of a piece of text on the screen. */
export type Style =
  | TokenClass
  | "plain"
  | "prompt"
  | "suggestion"
  | "error"
  | "warning"
  | "hint"
  | "faint"
  | "strong"
  | "menu"
  | "menu-detail"
  | "menu-chosen"
  | "menu-match"
  | "bar";

/** Parameters of the escape sequence that begins a style. */
type Palette = Readonly<Partial<Record<Style, string>>>;

/** A named colour scheme. */
export interface Theme {
  /** `dark`, `light`, `basic` or `none`. */
  readonly name: string;
  /** False if no escape sequence is ever written. */
  readonly color: boolean;
  paint(style: Style, text: string): string;
}

/** Eight colours that the terminal chooses itself: readable on any background. */
const BASIC: Palette = {
  prompt: "1;34",
  stage: "1;34",
  keyword: "34",
  source: "36",
  function: "35",
  number: "33",
  string: "32",
  regex: "32",
  pattern: "32",
  comment: "2",
  mistake: "31",
  suggestion: "2",
  error: "31",
  warning: "33",
  hint: "36",
  faint: "2",
  strong: "1",
  "menu-detail": "2",
  "menu-chosen": "7",
  "menu-match": "1",
  bar: "36",
};

/** Colours for terminals with 256 colours, on a dark and on a light background. */
const COLOURS: Readonly<Partial<Record<Style, readonly [dark: string, light: string]>>> = {
  prompt: ["1;38;5;75", "1;38;5;26"],
  stage: ["1;38;5;75", "1;38;5;26"],
  keyword: ["38;5;75", "38;5;26"],
  source: ["38;5;80", "38;5;30"],
  function: ["38;5;177", "38;5;91"],
  column: ["38;5;252", "38;5;236"],
  name: ["38;5;223", "38;5;94"],
  number: ["38;5;215", "38;5;130"],
  string: ["38;5;114", "38;5;28"],
  regex: ["38;5;114", "38;5;28"],
  pattern: ["38;5;114", "38;5;28"],
  operator: ["38;5;246", "38;5;241"],
  bracket: ["38;5;246", "38;5;241"],
  comment: ["38;5;243", "38;5;245"],
  mistake: ["38;5;203", "38;5;160"],
  suggestion: ["38;5;242", "38;5;248"],
  error: ["38;5;203", "38;5;160"],
  warning: ["38;5;221", "38;5;136"],
  hint: ["38;5;110", "38;5;31"],
  faint: ["38;5;245", "38;5;243"],
  menu: ["48;5;236;38;5;252", "48;5;254;38;5;236"],
  "menu-detail": ["48;5;236;38;5;246", "48;5;254;38;5;242"],
  "menu-chosen": ["48;5;25;38;5;255", "48;5;26;38;5;255"],
  "menu-match": ["1;48;5;236;38;5;75", "1;48;5;254;38;5;26"],
  bar: ["38;5;80", "38;5;30"],
};

function paletteOf(background: 0 | 1): Palette {
  return {
    ...BASIC,
    ...Object.fromEntries(Object.entries(COLOURS).map(([style, each]) => [style, each[background]])),
  };
}

const PALETTES: Readonly<Record<string, Palette>> = {
  dark: paletteOf(0),
  light: paletteOf(1),
  basic: BASIC,
};

/** Names that .theme takes. */
export const THEME_NAMES = ["auto", "dark", "light", "basic", "none"] as const;

/** Requests the background colour of the terminal. Terminals without support for this do not answer. */
export const ASK_BACKGROUND = "\x1b]11;?\x1b\\";

/** Whether a terminal's answer reports a light background; undefined for other answers. */
export function isLightBackground(answer: string): boolean | undefined {
  const [, ...parts] = /^11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(answer) ?? [];
  if (parts.length === 0) return undefined;
  const [red = 0, green = 0, blue = 0] = parts.map((part) => parseInt(part, 16) / (16 ** part.length - 1));
  // Perceived brightness of the three components.
  return 0.299 * red + 0.587 * green + 0.114 * blue > 0.5;
}

/** The theme of a name; `auto` considers background and environment. Without colour it is always `none`. */
export function chooseTheme(
  name: string,
  color: boolean,
  env: (name: string) => string | undefined,
  light?: boolean,
): Theme {
  const chosen = !color ? "none" : name === "auto" ? guess(env, light) : name;
  const palette = PALETTES[chosen];
  if (!palette) return { name: "none", color: false, paint: (_style, text) => text };
  return {
    name: chosen,
    color: true,
    paint: (style, text) => {
      const code = palette[style];
      return code === undefined || text === "" ? text : `\x1b[${code}m${text}\x1b[0m`;
    },
  };
}

/**
 * Guesses a theme. `COLORFGBG` ends with the background colour; with few colours the terminal's own are
 * safest.
 */
function guess(env: (name: string) => string | undefined, light: boolean | undefined): string {
  if (
    !/256|truecolor|direct|24bit|kitty|alacritty|ghostty|wezterm|foot/.test(
      `${env("TERM")} ${env("COLORTERM")}`,
    )
  ) {
    return "basic";
  }
  if (light !== undefined) return light ? "light" : "dark";
  const background = /(\d+)$/.exec(env("COLORFGBG") ?? "")?.[1];
  if (background === undefined) return "dark";
  return background === "7" || Number(background) >= 9 ? "light" : "dark";
}
