/**
 * What the conformance suite needs to know about a format. The format's own folder of tests declares it in
 * `conformance.ts`, so a new format needs no line here.
 */

import { formats } from "../../src/formats/registry.ts";
import type { Trace } from "../../src/tables/trace.ts";

/** What is known of a format's records when only a part of a file can be read. */
export interface Order {
  /** Tables whose rows are records in file order. */
  readonly tables: readonly string[];
  /** Columns `TABLE.COLUMN` whose values depend on later records. */
  readonly ahead: RegExp;
  /** Number of rows at the end of a table that may move or change when more of the file is known. */
  readonly open?: (trace: Trace) => number;
}

/** The facts about one format. */
export interface Conformance {
  /** Its samples: matching paths below the folder of `testdata`; a new sample needs no code. */
  readonly samples: {
    readonly folder: string;
    readonly match: RegExp;
    /** Samples among them that no reader can read. */
    readonly refused?: RegExp;
    /** Traces with companion files beside them, and the companions: their content depends on their location. */
    readonly joined?: RegExp;
  };
  /** A trace for queries on the format, below `testdata`. */
  readonly trace: string;
  /** A small trace, if that one is large or has a program. */
  readonly small?: string;
  /** Two traces below `testdata` that are compared. */
  readonly pair: readonly [before: string, after: string];
  /** Views that the workbench has of its traces. */
  readonly views: readonly string[];
  /** What is known of the order of its records. */
  readonly order: Order;
  /** Two files one after the other: each is a separate trace, the second is a problem, or it is added to the first. */
  readonly twoFiles: "traces" | "first" | "added";
  /** Versions whose headers look like records of the file before: a second file is then reported as a problem. */
  readonly untold?: RegExp;
  /** The samples that may have several traces; all of them if absent. */
  readonly several?: RegExp;
  /** The filters that apply to the format, of the four. */
  readonly filters: readonly ("thread" | "file" | "size" | "addr")[];
  /** A sample in which each of these filters finds rows, if small ones lack that. */
  readonly filtered?: RegExp;
  /** Tables and columns that a reader builds by reading the file again, and that a pipe therefore lacks. */
  readonly lackingInPipes?: RegExp;
  /** Whether damage may make the whole file unreadable, such as data that would run code. */
  readonly mayRefuse?: true;
  /** Names that readers do not interpret, and the column that shows them. */
  readonly names?: { readonly column: string; readonly match: RegExp };
  /** Generates a trace of more rows than a block holds. */
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

/** The facts about one format. */
export function conformanceOf(format: string): Conformance {
  return CONFORMANCE.get(format)!;
}

/**
 * Samples by format in the order of the registry, then the given ones under other names; other formats have a small
 * trace.
 */
export function withEveryFormat(own: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const each = CONFORMANCE.entries().map(([name, { trace, small = trace }]) => [
    name,
    own[name] ?? `testdata/${small}`,
  ]);
  return { ...Object.fromEntries(each), ...own };
}
