/**
 * Prints the list of tracers for `quarry record --list`.
 * @module
 */

import type { InstalledTracer, Tracer } from "./tracer.ts";

const INDENT = "  ";
const LABEL = 8;

/** A tracer and its state on this machine. */
interface Listed {
  /** The tracer that the line describes. */
  readonly tracer: Tracer;
  /** Where it is installed; null if it is not. */
  readonly found: InstalledTracer | null;
  /** The command that installs it; null if this system has no package for it. */
  readonly install: string | null;
  /** Whether Quarry supports the format of its traces. */
  readonly isRead: boolean;
}

/** The list as text; lines are broken before `width` if words permit. */
export function tracerList(all: readonly Listed[], width: number): string {
  return all.map((each) => oneTracer(each, width)).join("\n");
}

function oneTracer({ tracer, found, install, isRead }: Listed, width: number): string {
  const state = found !== null
    ? `${found.version}${found.version === "" ? "" : ", "}installed`
    : install !== null
    ? `not installed: ${install}`
    : "not installed, and this system has no package for it";
  const lines: (readonly [label: string, text: string])[] = [
    ["for", tracer.programs],
    ["has", tracer.has],
    ["lacks", tracer.lacks],
    ["costs", tracer.cost],
    ...(isRead ? [] : [["note", "Quarry does not read its traces yet"] as const]),
  ];
  const body = lines.map(([label, text]) => labelled(label, text, width)).join("");
  return `${tracer.name}: ${tracer.summary.charAt(0).toLowerCase()}${
    tracer.summary.slice(1)
  } (${state})\n${body}`;
}

/** A label and its text; further lines of the text are aligned below its beginning. */
function labelled(label: string, text: string, width: number): string {
  const room = Math.max(20, width - INDENT.length - LABEL);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines.map((each, index) => `${INDENT}${(index === 0 ? label : "").padEnd(LABEL)}${each}\n`).join("");
}
