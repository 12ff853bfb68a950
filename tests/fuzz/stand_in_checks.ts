/** Stand-ins for original tools over damaged files: they end with a message or without one, never with a bug. */

import { FormatError, UsageError } from "../../src/base/errors.ts";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { DumpError } from "../../src/compat/gnatcov/dump_error.ts";
import type { CompatHost, StandIn } from "../../src/compat/stand_in.ts";
import { unwrap } from "../../src/containers/unwrap.ts";
import { detect, load, type LoadedFile } from "../../src/ingest/load.ts";
import { closePools, type Pools, poolsFor } from "../../src/tables/pools.ts";
import { expect } from "./target.ts";

const RTRACE: readonly (readonly string[])[] = [
  ["sp-rtrace-postproc", "-i", "f"],
  ["sp-rtrace-postproc", "-l", "-c", "-s", "size", "-i", "f"],
];

/** Command lines by format: the tool, and its arguments. */
const LINES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  mtrc: [["mptrace", "-v", "-s", "f"], ["mptrace", "-H", "out", "f"]],
  mptl: [["mprof", "f"], ["mprof", "-v", "-c", "-a", "-l", "f"], ["mprof", "-g", "out", "f"]],
  gnatcov: [
    ["gnatcov", "dump-trace", "f"],
    ["gnatcov", "dump-trace-raw", "f"],
    ["gnatcov", "dump-trace-base", "f"],
  ],
  "gnatcov-src": [["gnatcov", "dump-src-trace", "f"]],
  apitrace: [
    ["apitrace", "dump", "--color=never", "--verbose", "f"],
    ["apitrace", "dump", "--blobs", "--multiline=no", "--arg-names=no", "f"],
    ["apitrace", "pickle", "f"],
    ["apitrace", "pickle", "--symbolic", "f"],
    ["apitrace", "trim", "--calls=1-4", "-o", "x", "f"],
    ["apitrace", "leaks", "f"],
    ["apitrace", "info", "f"],
  ],
  "sp-rtrace": RTRACE,
  "sp-rtrace-bin": RTRACE,
};

/** Runs the tools that read files of a format. */
export async function askStandIns(
  file: Uint8Array,
  format: string,
  tools: readonly StandIn[],
  shared: Pools,
): Promise<void> {
  for (const [tool, ...args] of LINES[format] ?? []) {
    const standIn = tools.find(({ name }) => name === tool)!;
    const pools = poolsFor(tool!, shared);
    let errors = "";
    const opened: LoadedFile[] = [];
    const host: CompatHost = {
      open: async () => {
        const loaded = await load(sourceOf(file), pools, { name: "f" });
        opened.push(loaded);
        return loaded.traces;
      },
      openRaw: () => sourceOf(file),
      openBytes: async () => (await unwrap(sourceOf(file), (head) => detect(head) !== undefined)).source,
      writeOut: () => {},
      writeError: (text) => void (errors += text),
      writeFile: () => {},
    };
    try {
      const status = await standIn.run(args, host);
      expect(
        status === 0 || errors !== "",
        () => `${tool} ${args.join(" ")} ends with ${status} and no word`,
      );
    } catch (error) {
      const isKnown = error instanceof FormatError || error instanceof UsageError ||
        error instanceof DumpError;
      if (!isKnown) throw new Error(`${tool} ${args.join(" ")}`, { cause: error });
    } finally {
      for (const each of opened) each.close();
      closePools(pools);
    }
  }
}
