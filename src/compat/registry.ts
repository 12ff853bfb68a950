/**
 * The list of stand-ins for original tools.
 * @module
 */

import { apitrace } from "./apitrace/mod.ts";
import { gnatcov } from "./gnatcov/mod.ts";
import { mprof } from "./mprof/mod.ts";
import { mptrace } from "./mptrace/mod.ts";
import { spRtracePostproc } from "./sp_rtrace_postproc/mod.ts";
import type { StandIn } from "./stand_in.ts";

/** Every stand-in. */
export const standIns: readonly StandIn[] = [mptrace, mprof, spRtracePostproc, apitrace, gnatcov];
