/**
 * What the conformance suite has to know of a format, which the format's own folder of tests says in `conformance.ts`:
 * a new format needs no line here.
 */

import { formats } from "../../src/formats/registry.ts";
import type { Trace } from "../../src/tables/trace.ts";

/** What is known of a format's records when only a part of a file can be read. */
export interface Order {
  /** Tables whose rows are records in file order. */
  readonly tables: readonly string[];
  /** Columns `TABLE.COLUMN` that tell of something after the record. */
  readonly ahead: RegExp;
  /** How many rows at the end of a table may stand elsewhere, or be told otherwise, again is known. */
  readonly open?: (trace: Trace) => number;
}

/** The facts about one format. */
export interface Conformance {
  /** Where its samples lie: paths below the folder of `testdata` that match; a new sample needs no code. */
  readonly samples: {
    readonly folder: string;
    readonly match: RegExp;
    /** Those among them that no reader can do anything with. */
    readonly refused?: RegExp;
    /** Traces that are beside their companions, and these: what they say depends on where they lie. */
    readonly joined?: RegExp;
  };
  /** A trace that questions about the format are asked over, below `testdata`. */
  readonly trace: string;
  /** A small one, where that is large or has a program. */
  readonly small?: string;
  /** Two traces below `testdata` that are compared. */
  readonly pair: readonly [before: string, after: string];
  /** Views that the workbench has of its traces. */
  readonly views: readonly string[];
  /** Its records. */
  readonly order: Order;
  /** Two files one after the other: each is a trace of its own, the second is a problem, or it is added to the first. */
  readonly twoFiles: "traces" | "first" | "added";
  /** Versions whose heads cannot be told from the records of the file before: that is then a problem. */
  readonly untold?: RegExp;
  /** Which of the samples may hold several traces; all where it is not said. */
  readonly several?: RegExp;
  /** Which of the four filters it has. */
  readonly filters: readonly ("thread" | "file" | "size" | "addr")[];
  /** A sample in which all of them find something, where small ones lack it. */
  readonly filtered?: RegExp;
  /** Tables and columns that a reader makes by reading the file again, and that a pipe therefore lacks. */
  readonly lackingInPipes?: RegExp;
  /** Damage may make a file of which nothing is kept, whatever was read before it: one that would run something. */
  readonly mayRefuse?: true;
  /** Names of its own that no reader takes a meaning from, and the column that shows them. */
  readonly names?: { readonly column: string; readonly match: RegExp };
  /** Makes a trace of more rows than a block holds. */
  readonly large?: () => Uint8Array<ArrayBuffer>;
}

/** The folder of a format below `src/formats` and below `tests/formats`. */
export function folderOf(format: string): string {
  return format.replaceAll("-", "_");
}

/** The facts about each format, in the order of the registry. */
export const CONFORMANCE: ReadonlyMap<string, Conformance> = new Map(
  await Promise.all(formats.map(async ({ name }): Promise<[string, Conformance]> => {
    const file = new URL(`../formats/${folderOf(name)}/conformance.ts`, import.meta.url).href;
    return [name, (await import(file)).conformance];
  })),
);

/** The facts about one. */
export function conformanceOf(format: string): Conformance {
  return CONFORMANCE.get(format)!;
}

/** Samples by format in the order of the registry, then those under other names: these, and a small trace of each other format. */
export function withEveryFormat(own: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const each = CONFORMANCE.entries().map(([name, { trace, small = trace }]) => [
    name,
    own[name] ?? `testdata/${small}`,
  ]);
  return { ...Object.fromEntries(each), ...own };
}
