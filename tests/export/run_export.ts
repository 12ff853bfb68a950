/** Runs `quarry export` in this process, into a temporary file. */
import { assertEquals } from "@std/assert";
import { mainHere } from "../cli/host_here.ts";
import { type FakeHost, fakeHost } from "../cli/fake_host.ts";
import { withFolder } from "../support/temporary.ts";

/** A file of the repository. */
export function samplePath(path: string): string {
  return new URL(`../../${path}`, import.meta.url).pathname;
}

/** The output of an export that must succeed; odd samples may cause warnings. */
export async function exported(
  args: readonly string[],
  host: FakeHost = fakeHost(),
): Promise<Uint8Array<ArrayBuffer>> {
  return await withFolder(async (folder) => {
    const out = `${folder}/out`;
    const code = await mainHere(["export", ...args, "-o", out], host);
    assertEquals([code, host.written.err.replace(/^warning: .*\n/gm, "")], [0, ""]);
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["out"]);
    return await Deno.readFile(out);
  });
}
