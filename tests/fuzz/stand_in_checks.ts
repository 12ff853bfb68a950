/** Stand-ins for original tools over damaged files: they may print a message, but never an internal error. */

import { FormatError, UsageError } from "../../src/base/errors.ts";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { DumpError } from "../../src/compat/gnatcov/dump_error.ts";
import type { CompatHost, StandIn } from "../../src/compat/stand_in.ts";
import { unwrap } from "../../src/containers/unwrap.ts";
import { detect, load, type LoadedFile } from "../../src/ingest/load.ts";
import { closePools, type Pools, poolsFor } from "../../src/tables/pools.ts";
import { expect } from "./target.ts";
import { writesTo } from "../support/written_files.ts";

/** Runs the tools that read files of a format. */
export async function askStandIns(
  file: Uint8Array,
  lines: readonly (readonly string[])[],
  tools: readonly StandIn[],
  shared: Pools,
): Promise<void> {
  for (const [tool, ...args] of lines) {
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
      writeFile: writesTo(() => {}),
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
