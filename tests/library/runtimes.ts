/** Node.js and Bun from npm, since a machine may have other versions, or none. */
import { join } from "node:path";
import { run } from "../../tools/commands.ts";

const FOLDER = new URL("../../.cache/runtimes/", import.meta.url).pathname;
const PACKAGES = { node: "node@22.23.3", node24: "node@24.21.0", bun: "bun@1.4.5" } as const;

/** The path of Node.js 22, Node.js 24 or Bun; downloaded by the first call. */
export async function runtime(name: keyof typeof PACKAGES): Promise<string> {
  // Two versions of one package need separate folders.
  const folder = join(FOLDER, PACKAGES[name]);
  const path = join(folder, "node_modules/.bin", name === "bun" ? "bun" : "node");
  if (!await exists(path)) {
    // Concurrent tests download into their own folders; the first one to finish provides it for all.
    await Deno.mkdir(FOLDER, { recursive: true });
    const made = await Deno.makeTempDir({ dir: FOLDER });
    await Deno.writeTextFile(join(made, "package.json"), '{ "private": true }\n');
    await run("npm", ["install", "--silent", PACKAGES[name]], { cwd: made });
    await Deno.rename(made, folder).catch(async (error: unknown) => {
      await Deno.remove(made, { recursive: true });
      if (!await exists(path)) throw error;
    });
  }
  return path;
}

function exists(path: string): Promise<boolean> {
  return Deno.stat(path).then(() => true, () => false);
}
