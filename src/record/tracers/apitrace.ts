/**
 * The tracer apitrace: a library that records every OpenGL call.
 * @module
 */

import { firstExistingFile, outputOf, programPath, realPath, versionIn } from "../machine.ts";
import { cannotPreload, preloadVariables } from "../preload.ts";
import type { Tracer } from "../tracer.ts";

const LIBRARIES = [
  "lib/apitrace",
  "lib64/apitrace",
  "lib/x86_64-linux-gnu/apitrace",
  "lib/aarch64-linux-gnu/apitrace",
];

/** The interfaces between programs and OpenGL, and the library for each. */
const WRAPPERS: Readonly<Record<string, string>> = { gl: "glxtrace.so", egl: "egltrace.so" };

/** Records calls of OpenGL. */
export const apitrace: Tracer = {
  name: "apitrace",
  format: "apitrace",
  summary: "Calls of OpenGL and OpenGL ES with their arguments",
  programs: "programs that draw with OpenGL through GLX, or EGL (--api egl)",
  has: "calls in order with all arguments, uploaded data, threads, frames",
  lacks: "times; memory; programs that draw with Vulkan",
  cost: "1.1 times the time of frames with 900 calls each; a copy of all uploaded data on disk",
  packages: { apt: "apitrace", dnf: "apitrace", pacman: "apitrace", zypper: "apitrace" },
  options: ["api"],
  apis: Object.keys(WRAPPERS),
  refuses: cannotPreload,
  extension: "trace",
  async find() {
    const program = programPath("apitrace");
    if (program === null) return null;
    const prefix = realPath(program).replace(/\/[^/]*\/[^/]*$/, "");
    const parts: Record<string, string> = {};
    for (const [api, name] of Object.entries(WRAPPERS)) {
      const wrapper = firstExistingFile(LIBRARIES.map((folder) => `${prefix}/${folder}/wrappers/${name}`));
      if (wrapper !== null) parts[api] = wrapper;
    }
    if (Object.keys(parts).length === 0) return null;
    return { version: versionIn(await outputOf([program, "--version"])), path: program, parts };
  },
  start: ({ path, parts }, { program, args, folder, preload, options: { api = "gl" } }) => {
    const trace = `${folder}/trace.trace`;
    const wrapper = parts?.[api];
    return wrapper === undefined
      ? { command: [path, "trace", "--api", api, "--output", trace, program.path, ...args], env: {} }
      : {
        command: [program.path, ...args],
        env: { ...preloadVariables(wrapper, preload), TRACE_FILE: trace },
      };
  },
};
