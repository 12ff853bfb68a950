/**
 * The stand-in for `gnatcov`, as far as it prints traces.
 * @module
 */

import type { StandIn } from "../stand_in.ts";
import { runGnatcov } from "./run.ts";

const USAGE = `
gnatcov dump-trace TRACE...            infos and entries, in file order, relocated
gnatcov dump-trace-raw TRACE...        the same with addresses as they stand in the file
gnatcov dump-trace-base TRACE...       disjoint ranges of all traces so far, after each file
gnatcov dump-src-trace TRACE...        infos, units and bits of source traces
gnatcov extract-base64-trace LOG OUT   the last source trace of a console log
  --split-extracted-traces             all of them: OUT, then OUT with -1, -2 ...
@LIST in the place of a file: the files that LIST names, one a line. Dates are in the zone that TZ names.
--target, --RTS, -v and -q are taken and change nothing: traces of both widths are read.
`.trim();

/** The stand-in as the registry lists it. */
export const gnatcov: StandIn = {
  name: "gnatcov",
  summary: "GNATcoverage: dump-trace, dump-trace-raw, dump-trace-base, dump-src-trace, extract-base64-trace",
  usage: USAGE,
  run: (args, host) =>
    runGnatcov(args, {
      open: (path) => {
        if (!host.openBytes) throw new Error("This host opens no bytes");
        return host.openBytes(path);
      },
      write: (bytes) => host.writeOut(bytes),
      complain: (line) => host.writeError(`${line}\n`),
      create: (path, bytes) => host.writeFile(path, bytes),
    }),
};
