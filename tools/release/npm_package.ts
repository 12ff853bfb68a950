/**
 * The npm package: the program as a bundle, and a script that runs it with the Deno of npm.
 * @module
 */

import { licensedParts, licenseTexts } from "../../src/cli/licenses/notice.ts";
import { bundle } from "../compile/bundle.ts";
import { permissionFlags } from "../compile/flags.ts";
import { put, run } from "../commands.ts";
import { DESCRIPTION } from "./description.ts";
import { Temporary } from "../../tests/support/temporary.ts";

const ROOT = new URL("../../", import.meta.url);

/** The start script: signals reach Deno directly, since it is in the same process group. */
function start(): string {
  const flags = ["run", "--quiet", "--no-config", "--no-lock", ...permissionFlags()];
  return `#!/usr/bin/env node
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";

const deno = createRequire(import.meta.url)("deno/install_api.cjs").runInstall();
const program = fileURLToPath(new URL("program/cli.js", import.meta.url));
const flags = ${JSON.stringify(flags)};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
const child = spawn(deno, [...flags, program, ...process.argv.slice(2)], { stdio: "inherit" });
child.on("error", (error) => {
  process.stderr.write(\`error: Cannot start Deno: \${error.message}\\n\`);
  process.exitCode = 1;
});
child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
`;
}

/** Packs the package; returns the path of the tarball. */
export async function npmPackage(output: string): Promise<string> {
  using folder = Temporary.folder();
  const { ok, log } = await bundle(`${folder.path}/program`, Deno.execPath());
  if (!ok) throw new Error(log);
  const { name, version, license, summary, deno } = DESCRIPTION;
  const manifest = {
    name,
    version,
    license,
    description: summary,
    type: "module",
    bin: { [name]: "quarry.js" },
    files: ["quarry.js", "program", "LICENSES.txt"],
    engines: { node: ">=20" },
    dependencies: { deno },
  };
  await put(`${folder.path}/package.json`, JSON.stringify(manifest, null, 2) + "\n");
  await put(`${folder.path}/quarry.js`, start(), 0o755);
  for (const file of ["LICENSE", "README.md"]) {
    await put(`${folder.path}/${file}`, await Deno.readFile(new URL(file, ROOT)));
  }
  await put(`${folder.path}/LICENSES.txt`, licenseTexts(licensedParts("program")));
  await run("npm", ["pack", "--silent", "--pack-destination", output], { cwd: folder.path });
  return `${output}/${name}-${version}.tgz`;
}
