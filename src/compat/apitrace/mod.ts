/**
 * Stand-in for `apitrace`: the commands that read traces.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import { CallSetError } from "../../formats/apitrace/call_set.ts";
import { asksForHelp, type CompatHost, type StandIn } from "../stand_in.ts";
import { runCommand, type TraceCommand, usageOf } from "./command.ts";
import { dump } from "./dump.ts";
import { info } from "./info.ts";
import { leaks } from "./leaks.ts";
import { pickle } from "./pickle.ts";
import { repack } from "./repack.ts";
import { StreamError } from "./stream.ts";
import { trim } from "./trim.ts";

const COMMANDS: readonly TraceCommand[] = [dump, info, pickle, trim, repack, leaks];

const USAGE = `${COMMANDS.map(usageOf).join("")}
SET: 5,7,9-11  100-  *  with /K, /frame, /fbo or /draw after an item, or @file;
     the sets of repeated options are taken together; trim ends at the first
     call beyond them, as the original does, and lacks those that finish later
RELEASE: where releases differ, the commands follow 13.0. Its pickles have six
     fields a call, with the thread after the number; --release=11.1 leaves
     it out, as unpickle.py and other scripts of 11.1 want it`;

/** The commands of the original that read traces. */
export const apitrace: StandIn = {
  name: "apitrace",
  summary: "apitrace dump, info, pickle, trim, repack and leaks",
  usage: USAGE,
  async run(args: readonly string[], host: CompatHost): Promise<number> {
    const [name = "", ...rest] = args;
    if (asksForHelp(args)) {
      await host.writeOut(`${USAGE}\n`);
      return 0;
    }
    const command = COMMANDS.find((each) => each.name === name);
    if (!command) {
      const what = name === "" ? "a command is missing" : `unknown command ${name}`;
      throw new UsageError(
        `apitrace: ${what}: expected one of ${COMMANDS.map((each) => each.name).join(", ")}`,
      );
    }
    try {
      return await runCommand(command, rest, host);
    } catch (error) {
      if (error instanceof CallSetError) throw new UsageError(`apitrace ${name}: ${error.message}`);
      if (!(error instanceof StreamError)) throw error;
      await host.writeError(error.message + "\n");
      return 1;
    }
  },
};
