/**
 * The list of formats, sniffed in this order: magic numbers before guesses.
 * @module
 */

import { didYouMean } from "../base/did_you_mean.ts";
import { UsageError } from "../base/errors.ts";
import type { Format } from "./format.ts";
import { apitrace } from "./apitrace/mod.ts";
import { dhat } from "./dhat/mod.ts";
import { gfxr } from "./gfxr/mod.ts";
import { gnatcov } from "./gnatcov/mod.ts";
import { gnatcovSource } from "./gnatcov_src/mod.ts";
import { heaptrack } from "./heaptrack/mod.ts";
import { heaptrackRaw } from "./heaptrack_raw/mod.ts";
import { lcov } from "./lcov/mod.ts";
import { memray } from "./memray/mod.ts";
import { mptl } from "./mptl/mod.ts";
import { mtrace } from "./mtrace/mod.ts";
import { mtrc } from "./mtrc/mod.ts";
import { pprof } from "./pprof/mod.ts";
import { spRtrace } from "./sp_rtrace/mod.ts";
import { spRtraceBin } from "./sp_rtrace_bin/mod.ts";
import { torch } from "./torch/mod.ts";

/** All formats. */
export const formats: readonly Format[] = [
  mtrc,
  mptl,
  gnatcov,
  apitrace,
  spRtraceBin,
  memray,
  torch,
  gnatcovSource,
  heaptrackRaw,
  mtrace,
  heaptrack,
  dhat,
  gfxr,
  lcov,
  spRtrace,
  pprof,
];

const byName: ReadonlyMap<string, Format> = new Map(formats.map((each) => [each.name, each]));

/** Returns the format with this name; undefined if there is none. */
export function formatNamed(name: string): Format | undefined {
  return byName.get(name);
}

/** Throws `UsageError` if no format has this name, since that is an error of the user and not of the file. */
export function checkFormatName(name: string | undefined): void {
  if (name === undefined || byName.has(name)) return;
  const names = formats.map((format) => format.name);
  const near = didYouMean(name, names);
  throw new UsageError(
    `Unknown format "${name}": ${near ? `did you mean ${near}?` : `use one of ${names.join(", ")}`}`,
    "unknown-format",
  );
}
