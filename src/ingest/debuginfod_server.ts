/**
 * Downloads debug files by build id from a debuginfod server.
 *
 * This code opens no connection itself, because the program may only connect to its own machine. When the
 * user names a server, the download tool of the system connects to it, with the user's proxies and
 * certificates.
 * @module
 */

import { InputError, UsageError } from "../base/errors.ts";
import { openElf } from "../elf/find_module.ts";
import { isAllowed } from "./permission.ts";
import { RootedFiles } from "./rooted_files.ts";

/** The program that downloads. */
const CURL = "curl";
/** curl's exit code when the server answers with an error: it does not have the file. */
const NOT_THERE = 22;
const SECONDS_TO_CONNECT = "20";

/** The address of a server, without a trailing slash. Throws `UsageError`. */
export function serverAddress(text: string): string {
  const url = URL.parse(text);
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    throw new UsageError(`Cannot ask "${text}" for debug files: give an address such as https://HOST`);
  }
  return url.href.replace(/\/+$/, "");
}

/**
 * Downloads the debug file of a build into the cache folder of debuginfod clients. False if the server does
 * not have it. Throws `InputError` if the server cannot be reached, or returns another file.
 */
export async function downloadDebugFile(server: string, buildId: string, cache: string): Promise<boolean> {
  const folder = `${cache}/${buildId}`;
  const url = `${server}/buildid/${buildId}/debuginfo`;
  await Deno.mkdir(folder, { recursive: true });
  // Rename the file only when it is complete, so that a partly written file is never found.
  const part = await Deno.makeTempFile({ dir: folder, prefix: "debuginfo.part-" });
  try {
    const { code, said } = await runCurl([
      "--fail",
      "--silent",
      "--show-error",
      "--location",
      "--proto",
      "=http,https",
      "--connect-timeout",
      SECONDS_TO_CONNECT,
      "--output",
      part,
      "--",
      url,
    ]);
    if (code === NOT_THERE) return false;
    if (code !== 0) {
      throw new InputError(`Cannot download ${url}: ${said || `${CURL} ended with ${code}`}`, url, "failed");
    }
    const found = buildIdOf(part);
    if (found !== buildId) {
      throw new InputError(
        `Cannot use ${url}: it is ${found === undefined ? "not a debug file" : `of build ${found}`}`,
        url,
        "failed",
      );
    }
    await Deno.rename(part, `${folder}/debuginfo`);
    return true;
  } finally {
    await Deno.remove(part).catch(() => {});
    // Remove the folder if it is empty; one with files stays.
    await Deno.remove(folder).catch(() => {});
  }
}

async function runCurl(args: readonly string[]): Promise<{ readonly code: number; readonly said: string }> {
  if (!isAllowed({ name: "run", command: CURL })) {
    throw new InputError(`Cannot download: ${CURL} may not be run`, CURL, "failed");
  }
  try {
    const { code, stderr } = await new Deno.Command(CURL, {
      args: [...args],
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    })
      .output();
    return { code, said: new TextDecoder().decode(stderr).trim().replace(/\s+/g, " ") };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new InputError(`Cannot download: there is no program ${CURL} on this machine`, CURL, "missing");
  }
}

function buildIdOf(path: string): string | undefined {
  const files = new RootedFiles("");
  try {
    return openElf(path, { open: (each) => files.open(each) })?.buildId;
  } finally {
    files.close();
  }
}
