/**
 * The stand-in for the commands of `gnatcov` that print traces.
 * @module
 */

import { usageLines } from "../options.ts";
import { asksForHelp, type StandIn } from "../stand_in.ts";
import { DUMP_OPTIONS, runGnatcov } from "./run.ts";
import { WRITE_OPTIONS, writeTraces } from "./write_trace.ts";

const USAGE = `
gnatcov dump-trace TRACE...            infos and entries, in file order, relocated
gnatcov dump-trace-raw TRACE...        the same with addresses as they are in the file
gnatcov dump-trace-base TRACE...       disjoint ranges of all traces so far, after each file
gnatcov dump-src-trace TRACE...        infos, units and bits of source traces
gnatcov extract-base64-trace LOG OUT   the last source trace of a console log
${usageLines(DUMP_OPTIONS)}
gnatcov write-trace -o OUT TRACE...    writes a trace that gnatcov accepts; not a command of the original
${usageLines(WRITE_OPTIONS)}
A merged trace has the infos of the first one, in the order of their tags, no counts, and nothing of entries without
bytes; counts of a flat trace say how often an outcome was new, not how often code ran.
@LIST instead of a file: the files that LIST names, one per line. Dates are in the time zone of TZ.
The exit status is 1 when something was wrong; standard error says what. Damage ends the output, as in the
original. Module events that make no sense (a module that overlaps a loaded one, an unload of a module that is not
loaded, a size that is not a number) do not, though the original aborts: their addresses stay as they are.
`.trim();

/** The stand-in, as listed in the registry. */
export const gnatcov: StandIn = {
  name: "gnatcov",
  summary: "GNATcoverage: dump-trace, dump-trace-raw, dump-trace-base, dump-src-trace, extract-base64-trace",
  usage: USAGE,
  async run(args, host) {
    if (asksForHelp(args)) {
      await host.writeOut(`${USAGE}\n`);
      return 0;
    }
    return await (args[0] === "write-trace" ? writeTraces(args.slice(1), host) : runGnatcov(args, host));
  },
};
