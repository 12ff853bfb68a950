/**
 * Programs that tests may lack. No test looks for one itself, so that a machine without it loses that test, by name, and no
 * other; what was left out is told in one summary by `tools/test/run.ts`.
 * @module
 */

import { delimiter, join } from "node:path";
import { TOOLS } from "./tools.ts";

/** A tool of the list that a test may ask for. */
export type Tool = keyof typeof TOOLS;

/** Variable with the file that what was left out is written to, a line of JSON each. */
export const LEFT_OUT_FILE = "QUARRY_LEFT_OUT";

/** A test that does not run. */
export interface LeftOut {
  readonly name: string;
  /** Why, one entry per thing that is missing. */
  readonly reasons: readonly string[];
}

/** The path of a program, as a shell finds it; null where there is none. Never throws, and starts nothing. */
export function programPath(name: string): string | null {
  for (const folder of (Deno.env.get("PATH") ?? "").split(delimiter)) {
    if (folder === "") continue;
    try {
      const path = join(folder, name);
      const { isFile, mode } = Deno.statSync(path);
      if (isFile && ((mode ?? 0o111) & 0o111) !== 0) return path;
    } catch {
      // Not in this folder, or the folder may not be looked into.
    }
  }
  return null;
}

/** What has been found out: `works` of some tools starts a program, and many tests ask for the same tool. */
const known = new Map<Tool, string | null>();

/** Why a tool cannot be used; null when it can. */
export function lacks(tool: Tool): string | null {
  let reason = known.get(tool);
  if (reason === undefined) known.set(tool, reason = lacksNow(tool));
  return reason;
}

/** The same, looked for again. */
export function lacksNow(tool: Tool): string | null {
  const { programs, works } = TOOLS[tool];
  if (!programs.every((program) => programPath(program) !== null)) return `${tool} is not installed`;
  return works === undefined || works() ? null : `${tool} does not work here`;
}

/** Name and `ignore` of a test that needs tools: `Deno.test({ ...withTools(["tmux"], "keys arrive"), fn })`. */
export function withTools(tools: readonly Tool[], name: string): { name: string; ignore: boolean } {
  return unless(tools.map(lacks), name);
}

/** The same for a test that other things may be in the way of: each a reason, or null where there is none. */
export function unless(
  obstacles: readonly (string | null | undefined)[],
  name: string,
): { name: string; ignore: boolean } {
  const reasons = obstacles.filter((each) => typeof each === "string");
  if (reasons.length === 0) return { name, ignore: false };
  const shown = `${name} (skipped: ${reasons.join(", ")})`;
  const file = Deno.env.get(LEFT_OUT_FILE);
  if (file !== undefined) {
    const line: LeftOut = { name: shown, reasons };
    // Files run beside each other: a short line that is appended in one piece stays whole.
    Deno.writeTextFileSync(file, JSON.stringify(line) + "\n", { append: true });
  }
  return { name: shown, ignore: true };
}
