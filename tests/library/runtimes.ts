/** Node.js and Bun from npm: a machine may have other ones, or none. */
import { join } from "node:path";
import { run } from "../../tools/commands.ts";

const FOLDER = new URL("../../.cache/runtimes/", import.meta.url).pathname;
const PACKAGES = ["node@22.23.3", "bun@1.4.5"];

/** The path of Node.js 22 or Bun; both are fetched by the first call. */
export async function runtime(name: "node" | "bun"): Promise<string> {
  const path = join(FOLDER, "node_modules/.bin", name);
  if (!await Deno.stat(path).then(() => true, () => false)) {
    await Deno.mkdir(FOLDER, { recursive: true });
    await Deno.writeTextFile(join(FOLDER, "package.json"), '{ "private": true }\n');
    await run("npm", ["install", "--silent", ...PACKAGES], { cwd: FOLDER });
  }
  return path;
}
