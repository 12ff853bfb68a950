/**
 * Starts DuckDB in a separate process.
 * @module
 */

import { TextLineStream } from "@std/streams/text-line-stream";
import { fileURLToPath } from "node:url";
import { EngineError } from "../../sql/engines/engine.ts";
import type { EngineProcess } from "../../sql/engines/engine_settings.ts";

const PROGRAM = new URL("program.ts", import.meta.url);
const LOCK = new URL("duckdb.lock", import.meta.url);

/**
 * Returns a function that starts the process; undefined if there are no sources that Deno could run, as in a
 * compiled quarry.
 */
export function duckDbStarter(): (() => EngineProcess) | undefined {
  if (Deno.build.standalone || PROGRAM.protocol !== "file:") return undefined;
  try {
    Deno.statSync(PROGRAM);
  } catch (error) {
    // If only the dataset may be read, this cannot be checked; Deno reads its own program without that
    // permission.
    if (!(error instanceof Deno.errors.NotCapable)) return undefined;
  }
  return startEngine;
}

function startEngine(): EngineProcess {
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "--quiet", "--no-check", "--no-config"],
        // Use exactly the package files that this version was tested with.
        ...["--lock", fileURLToPath(LOCK), "--frozen"],
        ...["--allow-ffi", "--allow-read", "--allow-write", "--allow-env", "--allow-sys", "--allow-net"],
        fileURLToPath(PROGRAM),
      ],
      env: { NO_COLOR: "1" },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  } catch (error) {
    const refused = error instanceof Deno.errors.NotCapable;
    throw new EngineError(
      `Cannot start DuckDB: ${
        refused ? "Quarry may not run programs without --allow-run" : (error as Error).message
      }`,
    );
  }
  const texts: ReadableStream<string> = child.stdout.pipeThrough(new TextDecoderStream());
  const lines = (texts.pipeThrough(new TextLineStream()) as ReadableStream<string>).getReader();
  const input = child.stdin.getWriter();
  const said = new Response(child.stderr).text();
  return {
    read: async () => (await lines.read()).value,
    write: (line) => input.write(new TextEncoder().encode(`${line}\n`)),
    async end() {
      await input.close().catch(() => {});
      await lines.cancel().catch(() => {});
      const [, text] = await Promise.all([child.status, said]);
      const own = text.split("\n").map((line) => line.replace(/^error: /, "").trim());
      return own.find((line) => line !== "") ?? "";
    },
  };
}
