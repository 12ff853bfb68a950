/**
 * Provides the page into which traces are embedded. The compiled program contains it; when run from sources,
 * it is built as by `deno task page`.
 * @module
 */

import { InputError, UsageError } from "../../base/errors.ts";
import { isAllowed } from "../../ingest/permission.ts";

/** Placeholder that `tools/compile` replaces by the address of the page, relative to this module. */
const PACKED = "@page-of-the-bundle@";
/** The module that builds the page from sources. */
const BUILDER = "tools/package/build_page.ts";

/**
 * Returns the page without traces; `note` receives a message if building it takes a while. Throws if the page
 * cannot be built.
 */
export async function liveTemplateText(note: (text: string) => void): Promise<string> {
  if (PACKED.startsWith("@")) return await built(note);
  const file = Deno.readFileSync(new URL(PACKED, import.meta.url));
  return await unpacked(file);
}

async function unpacked(gzip: Uint8Array<ArrayBuffer>): Promise<string> {
  return await new Response(new Blob([gzip]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

async function built(note: (text: string) => void): Promise<string> {
  const root = new URL("../../../", import.meta.url);
  const deno = Deno.execPath();
  if (Deno.build.standalone) {
    throw new UsageError(
      'This program was compiled without the page: compile it with "deno task compile", or run Quarry from its sources',
    );
  }
  if (!isAllowed({ name: "run", command: deno })) {
    throw new UsageError(
      "Cannot build the page: from its sources Quarry needs --allow-run for it, or run the compiled program",
    );
  }
  note("building the page; the compiled program has it inside\n");
  const file = await Deno.makeTempFile({ prefix: "quarry-", suffix: ".gz" });
  try {
    const { success, stderr } = await new Deno.Command(deno, {
      args: [
        ...["run", "-A", "--config", "tools/package/deno.json", "--lock", "tools/package/deno.lock"],
        ...[BUILDER, "--live", file],
      ],
      cwd: root,
      env: { NO_COLOR: "1" },
      stdin: "null",
      stdout: "null",
    }).output();
    if (!success) {
      const [line = ""] = new TextDecoder().decode(stderr).trim().split("\n").slice(-1);
      throw new InputError(`Cannot build the page: ${line}`, BUILDER, "failed");
    }
    return await unpacked(await Deno.readFile(file));
  } finally {
    await Deno.remove(file);
  }
}
