/**
 * Output formats for verdicts of assertions, for build servers: files, or `--format`, whose other values are
 * trace formats.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import { renderers } from "../render/registry.ts";
import type { Arguments, CommandOption } from "./command.ts";

/** Values of `--format` for assertions; no trace format has one of these names. */
export const VERDICT_FORMATS = [
  { name: "github", summary: "failed assertions as annotations, on standard error" },
  { name: "junit", summary: "assertions as JUnit XML on standard output, without rows" },
  { name: "sarif", summary: "failed assertions as SARIF on standard output, without rows" },
] as const;

/** `--format` of commands that run scripts. */
export const FORMAT_OPTION: CommandOption = {
  name: "format",
  value: "NAME",
  many: true,
  summary:
    "github, junit, sarif: write assertions in this format; other names: read the trace as this format",
};

/** Outputs that `--format`, `--junit`, `--sarif` and `--github` request. */
interface VerdictOutputs {
  /** Annotations on standard error. */
  readonly github: boolean;
  /** The path of the JUnit file; - is standard output. */
  readonly junit: string | undefined;
  /** The path of the SARIF file; - is standard output. */
  readonly sarif: string | undefined;
  /** Standard output contains a document, which rows would corrupt. */
  readonly alone: boolean;
}

/** Reads the options. Throws `UsageError`. */
export function verdictOutputs(args: Arguments): VerdictOutputs {
  const asked = new Set(args.values("format").filter(isOfVerdicts));
  const [junit, sarif] = (["junit", "sarif"] as const).map((name) => {
    const path = args.value(name);
    if (!asked.has(name)) return path;
    if (path !== undefined) throw new UsageError(`Give --${name} FILE or --format ${name}, not both`);
    return "-";
  });
  if (asked.has("junit") && asked.has("sarif")) {
    throw new UsageError("Standard output can contain only one document: give --junit FILE or --sarif FILE");
  }
  return {
    github: args.has("github") || asked.has("github"),
    junit,
    sarif,
    alone: asked.has("junit") || asked.has("sarif"),
  };
}

/**
 * Returns the format in which to read traces. Throws `UsageError` if two are given, or one that exists only
 * for output.
 */
export function traceFormat(args: Arguments): string | undefined {
  const [name, another] = args.values("format").filter((each) => !isOfVerdicts(each));
  if (renderers.some((renderer) => renderer.name === name)) {
    throw new UsageError(`--format ${name} is a format of traces to read: use --mode ${name} to show rows`);
  }
  if (another !== undefined) {
    throw new UsageError(`A trace has one format, found --format ${name} and --format ${another}`);
  }
  return name;
}

function isOfVerdicts(name: string): boolean {
  return VERDICT_FORMATS.some((each) => each.name === name);
}
