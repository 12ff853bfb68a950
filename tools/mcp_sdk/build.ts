/**
 * `deno task sdk` puts what `quarry mcp` uses of the SDK of the Model Context Protocol into one file, `src/mcp/sdk.js`.
 * With `--check` it only reports whether that file is up to date.
 *
 * The SDK comes with web servers, and npm installs 95 packages (about 30 MB on a disk) for it: Deno would fetch them
 * all when any command starts for the first time, since it also follows dynamic imports. The used part is 277 KB of 8
 * packages.
 * @module
 */

import { run, say } from "../commands.ts";
import { packageOf } from "../npm_cache.ts";
import { isCurrent, LICENSES_FILE, SDK_FILE, sdkText } from "./sdk_file.ts";
import { Temporary } from "../../tests/support/temporary.ts";

const FOLDER = new URL("./", import.meta.url);
const LICENSES = /^(?:MIT|ISC|BSD-3-Clause)$/;

/** The result of bundling. */
interface Bundle {
  readonly code: string;
  /** The included packages, with their licenses. */
  readonly packages: readonly string[];
  /** The texts of the licenses. */
  readonly licenses: string;
}

/** Bundles the parts. */
async function bundle(folder: string): Promise<Bundle> {
  const options = ["--config", "deno.json", "--lock", "deno.lock", "--quiet", "--minify"];
  await run(
    Deno.execPath(),
    ["bundle", ...options, "--sourcemap", "external", "--outdir", folder, "parts.ts"],
    { cwd: FOLDER },
  );
  const { sources } = JSON.parse(await Deno.readTextFile(`${folder}/parts.js.map`)) as { sources: string[] };
  const found = new Map<string, string>();
  for (const source of sources) {
    const part = packageOf(source);
    if (part === undefined) continue;
    const manifest = new URL(`${part.folder}package.json`, `file://${folder}/`);
    const { license } = JSON.parse(await Deno.readTextFile(manifest)) as { license: string };
    if (!LICENSES.test(license)) throw new Error(`${part.name} ${part.version} has the license ${license}`);
    found.set(`${part.name} ${part.version} (${license})`, await licenseIn(new URL("./", manifest)));
  }
  const packages = [...found.keys()].sort();
  const licenses = packages.map((each) => `${each}\n\n${found.get(each)!.trim()}\n`).join(
    `\n${"-".repeat(40)}\n\n`,
  );
  return { code: await Deno.readTextFile(`${folder}/parts.js`), packages, licenses };
}

/** The license of a package. */
async function licenseIn(folder: URL): Promise<string> {
  for await (const { name } of Deno.readDir(folder)) {
    if (/^licen[cs]e/i.test(name)) return await Deno.readTextFile(new URL(name, folder));
  }
  throw new Error(`${folder.pathname} has no license`);
}

using folder = Temporary.folder();
const { code, packages, licenses } = await bundle(folder.path);
const text = sdkText(code, packages);
if (Deno.args.includes("--check")) {
  if (isCurrent() && Deno.readTextFileSync(SDK_FILE) === text) Deno.exit(0);
  say("src/mcp/sdk.js is out of date: run deno task sdk");
  Deno.exit(1);
}
Deno.writeTextFileSync(SDK_FILE, text);
Deno.writeTextFileSync(LICENSES_FILE, licenses);
say(`src/mcp/sdk.js: ${text.length} bytes, with ${packages.join(", ")}`);
