/**
 * Programs that tests may lack. No test looks for one itself, so that a machine without it skips only that test, by
 * name; `tools/test/run.ts` lists skipped tests in one summary.
 * @module
 */

import { delimiter, join } from "node:path";
import { TOOLS } from "./tools.ts";

/** A tool of the list that a test may need. */
export type Tool = keyof typeof TOOLS;

/** Variable with the file for skipped tests, a line of JSON each. */
export const LEFT_OUT_FILE = "QUARRY_LEFT_OUT";

/** A test that is skipped. */
export interface LeftOut {
  readonly name: string;
  /** The reasons, one per missing thing. */
  readonly reasons: readonly string[];
}

/** The path of a program, as a shell finds it; null if there is none. Never throws, and starts nothing. */
export function programPath(name: string): string | null {
  for (const folder of (Deno.env.get("PATH") ?? "").split(delimiter)) {
    if (folder === "") continue;
    try {
      const path = join(folder, name);
      const { isFile, mode } = Deno.statSync(path);
      if (isFile && ((mode ?? 0o111) & 0o111) !== 0) return path;
    } catch {
      // The program is not in this folder, or the folder cannot be read.
    }
  }
  return null;
}

/** Results so far: `works` of some tools starts a program, and many tests need the same tool. */
const known = new Map<Tool, string | null>();

/** Why a tool cannot be used; null if it can. */
export function lacks(tool: Tool): string | null {
  let reason = known.get(tool);
  if (reason === undefined) known.set(tool, reason = lacksNow(tool));
  return reason;
}

/** Why a tool cannot be used, checked again. */
export function lacksNow(tool: Tool): string | null {
  const { programs, works } = TOOLS[tool];
  if (!programs.every((program) => programPath(program) !== null)) return `${tool} is not installed`;
  return works === undefined || works() ? null : `${tool} does not work here`;
}

/** Name and `ignore` of a test that needs tools: `Deno.test({ ...withTools(["tmux"], "keys arrive"), fn })`. */
export function withTools(tools: readonly Tool[], name: string): { name: string; ignore: boolean } {
  return unless(tools.map(lacks), name);
}

/** Name and `ignore` of a test with these obstacles: each a reason for skipping it, or null. */
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
    // Files run concurrently: a short line appended in one write stays intact.
    Deno.writeTextFileSync(file, JSON.stringify(line) + "\n", { append: true });
  }
  return { name: shown, ignore: true };
}
