/**
 * `deno task release` puts the parts of a release into `dist`, except the binaries, which `deno task compile` and
 * `compile:all` make: the npm package, Debian packages, wheels for Python, the Homebrew formula, the bill of materials,
 * and checksums of all.
 *
 *     deno task release [--address URL]
 *
 * The address is where the files are published; it is written into the formula. Nothing is published.
 * @module
 */

import { billOfMaterials } from "./bill_of_materials.ts";
import { put, say, sha256 } from "../commands.ts";
import { debianPackage } from "./debian_package.ts";
import { homebrewFormula } from "./homebrew_formula.ts";
import { manifests } from "./manifests.ts";
import { npmPackage } from "./npm_package.ts";
import { pythonSources, pythonWheel, WHEEL_TAGS } from "./python_packages.ts";

const DIST = new URL("../../dist", import.meta.url).pathname;
/** Debian's names of machines, by the names of Deno. */
const DEBIAN = { "x86_64-unknown-linux-gnu": "amd64", "aarch64-unknown-linux-gnu": "arm64" };

/** The binary for a machine: its own file, or that of this machine. */
function binaryFor(target: string): string | undefined {
  const names = [`quarry-${target}`, ...(target === Deno.build.target ? ["quarry"] : [])];
  return names.flatMap((name) => [`${DIST}/${name}`, `${DIST}/${name}.exe`]).find((path) => {
    try {
      return Deno.statSync(path).isFile;
    } catch {
      return false;
    }
  });
}

const at = Deno.args.indexOf("--address");
const address = at < 0 ? "https://example.org/quarry" : Deno.args[at + 1]!;
await Deno.mkdir(DIST, { recursive: true });
say(await npmPackage(DIST));
for (const [target, machine] of Object.entries(DEBIAN)) {
  const binary = binaryFor(target);
  // The manual page and completions come from the program itself.
  if (binary === undefined || target !== Deno.build.target) {
    say(`no Debian package for ${machine}: made on such a machine, of its binary`);
  } else say(await debianPackage(binary, machine, DIST));
}
for (const target of Object.keys(WHEEL_TAGS)) {
  const binary = binaryFor(target);
  if (binary !== undefined) say(await pythonWheel(binary, target, DIST));
}
say(await pythonSources(DIST));
await put(`${DIST}/quarry.rb`, await homebrewFormula(binaryFor, address));
for (const { path, text } of await manifests(binaryFor, address)) {
  await put(`${DIST}/manifests/${path}`, text);
}
await put(`${DIST}/quarry.cdx.json`, billOfMaterials());
const files = [...Deno.readDirSync(DIST)].filter(({ name, isFile }) => isFile && name !== "SHA256SUMS")
  .map(({ name }) => name).sort();
const sums = await Promise.all(files.map(async (name) => `${await sha256(`${DIST}/${name}`)}  ${name}\n`));
await put(`${DIST}/SHA256SUMS`, sums.join(""));
say(sums.join("").trimEnd());
