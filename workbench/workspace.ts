/**
 * A workspace: everything that the user has selected and typed, as a file for later or for someone else with
 * the same traces.
 * @module
 */

import type { PageState, Range } from "./page_state.ts";

const KIND = "quarry workspace";
const VERSION = 1;
/** A larger file is not a workspace. */
const MOST_BYTES = 8 << 20;

/** Formats a state as a file. */
export function workspaceText(state: PageState, traces: readonly string[]): string {
  return `${JSON.stringify({ kind: KIND, version: VERSION, traces, ...state }, null, 2)}\n`;
}

/** The contents of a file, and a message about it. */
interface Workspace {
  readonly state: PageState;
  /** Traces that it refers to and that are not open. */
  readonly missing: readonly string[];
}

/**
 * Reads the workspace in a file for the open traces. Parts about other traces are left out. Throws if the
 * file is something else.
 */
export async function readWorkspace(file: Blob, traces: readonly string[]): Promise<Workspace> {
  const found = file.size > MOST_BYTES ? null : parsed(await file.text());
  if (found === null || found["kind"] !== KIND) throw new Error("This file is not a workspace of Quarry");
  if (found["version"] !== VERSION) throw new Error("This workspace was saved by another version of Quarry");
  const trace = textOr(found["trace"], "");
  const isOpen = traces.includes(trace);
  return {
    state: {
      view: textOr(found["view"], "queries"),
      trace: isOpen ? trace : traces[0] ?? "",
      range: isOpen ? rangeOf(found["range"]) : null,
      moment: isOpen && isPlace(found["moment"]) ? found["moment"] : null,
      cells: listOf(found["cells"]),
      more: isOpen ? moreOf(found["more"]) : {},
    },
    missing: listOf(found["traces"]).filter((name) => !traces.includes(name)),
  };
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const found: unknown = JSON.parse(text);
    return isRecord(found) ? found : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

function isPlace(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function rangeOf(value: unknown): Range | null {
  if (!isRecord(value)) return null;
  const { from, to } = value;
  return isPlace(from) && isPlace(to) && from < to ? { from, to } : null;
}

function moreOf(value: unknown): Record<string, string> {
  return isRecord(value)
    ? Object.fromEntries(
      Object.entries(value).filter((each): each is [string, string] => typeof each[1] === "string"),
    )
    : {};
}
