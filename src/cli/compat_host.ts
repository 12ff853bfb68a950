/**
 * The host of the stand-ins for the original tools.
 * @module
 */

import { newPools } from "../tables/pools.ts";
import type { CompatHost } from "../compat/stand_in.ts";
import { unwrap } from "../containers/unwrap.ts";
import { decodeInBackground } from "../ingest/background_source.ts";
import { openInput } from "../ingest/file_source.ts";
import { loadIndexed } from "../index/load_indexed.ts";
import { detect } from "../ingest/load.ts";
import type { CliHost } from "./host.ts";
import { writeWhole } from "../output/all_or_nothing.ts";
import { openOutput } from "./outputs.ts";
import { Progress } from "./progress.ts";

/** Creates the host for one run of a stand-in. */
export function compatHost(host: CliHost): CompatHost {
  return {
    machine: Deno.build.arch,
    async open(path, { resolve } = {}) {
      const { source, reopen } = await openInput(path);
      const { openResolver } = resolve ? await import("../ingest/resolve.ts") : {};
      const resolver = openResolver?.(resolve!);
      const progress = new Progress(host, path);
      const pools = newPools();
      try {
        const { traces } = await loadIndexed({ source, path }, pools, {
          name: path,
          onProgress: () => progress.update(source.offset, source.size),
          ...(reopen ? { reopen } : {}),
          ...(resolver ? { functionAt: resolver.functionAt, others: resolver.others } : {}),
        });
        for (const { later } of traces) later?.finishFrames();
        await resolver?.rest();
        return traces;
      } finally {
        progress.clear();
        resolver?.close();
      }
    },
    async openBytes(path, arena) {
      const { source } = await openInput(path);
      const inside = await unwrap(source, (head) => detect(head) !== undefined);
      return arena ? decodeInBackground(inside, source, arena).source : inside.source;
    },
    async openRaw(path) {
      return (await openInput(path)).source;
    },
    writeOut: (chunk) => host.stdout.write(chunk),
    writeError: (text) => host.stderr.write(text),
    writeFile: (path, work) =>
      writeWhole(() => openOutput(host, asFile(path), {}), async (write) => await work(write)),
  };
}

/** Treats the name `-` as an ordinary file, as the original tools do. */
function asFile(path: string): string {
  return path === "-" ? "./-" : path;
}
