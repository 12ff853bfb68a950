/** The style of a run of characters; colours as in CSS. */
interface RunStyle {
  readonly color: string | null;
  readonly back: string | null;
  readonly bold: boolean;
  readonly faint: boolean;
}

/** Adjacent characters of a row with the same style. */
export interface Run extends RunStyle {
  readonly text: string;
  /** Column of its first character. */
  readonly column: number;
}

const PLAIN: RunStyle = { color: null, back: null, bold: false, faint: false };

// deno-lint-ignore no-control-regex
const PIECE = /\x1b\[([\d;]*)m|[^\x1b]+/g;

/** The sixteen colours of terminals, in the palette of xterm. */
const NAMED = [
  ..."000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5".split(" "),
  ..."7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff".split(" "),
];

/** The colour with a number of the 256 of xterm: 16 names, a cube of 6 by 6 by 6, 24 greys. */
function paletteColor(number: number): string {
  if (number < 16) return `#${NAMED[number]}`;
  const levels = number >= 232
    ? Array<number>(3).fill(8 + (number - 232) * 10)
    : [36, 6, 1].map((step) => Math.floor((number - 16) / step) % 6).map((level) => level && 55 + level * 40);
  return `#${levels.map((level) => level.toString(16).padStart(2, "0")).join("")}`;
}

/** The style after an SGR sequence. */
function styled(style: RunStyle, numbers: readonly number[]): RunStyle {
  let { color, back, bold, faint } = style;
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at]!;
    if (number === 0) ({ color, back, bold, faint } = PLAIN);
    else if (number === 1) bold = true;
    else if (number === 2) faint = true;
    else if (number === 22) bold = faint = false;
    else if (number === 39) color = null;
    else if (number === 49) back = null;
    else if ((number === 38 || number === 48) && numbers[at + 1] === 5) {
      const chosen = paletteColor(numbers[at + 2]!);
      if (number === 38) color = chosen;
      else back = chosen;
      at += 2;
    } else if (number >= 30 && number <= 37) color = paletteColor(number - 30);
    else if (number >= 90 && number <= 97) color = paletteColor(number - 82);
    else throw new Error(`No picture shows SGR ${numbers.join(";")}`);
  }
  return { color, back, bold, faint };
}

/** Removes blanks at the end: whether tmux includes them depends on when it painted the row. */
function trimmed(runs: readonly Run[]): Run[] {
  const end = runs.findLastIndex(({ text }) => text.trim() !== "");
  return runs.slice(0, end + 1).map((run, at) => at === end ? { ...run, text: run.text.trimEnd() } : run);
}

/** The rows of a screen with escape sequences, as tmux captures it: styles continue from row to row. */
export function screenRows(screen: string): Run[][] {
  let style = PLAIN;
  return screen.split("\n").map((row) => {
    const runs: Run[] = [];
    let column = 0;
    for (const [text, numbers] of row.matchAll(PIECE)) {
      if (numbers !== undefined) {
        style = styled(style, numbers.split(";").map(Number));
        continue;
      }
      const last = runs.at(-1);
      const same = last !== undefined && (Object.keys(PLAIN) as (keyof RunStyle)[])
        .every((key) => last[key] === style[key]);
      if (same) runs[runs.length - 1] = { ...last, text: last.text + text };
      else runs.push({ ...style, text, column });
      column += [...text].length;
    }
    return trimmed(runs);
  });
}
