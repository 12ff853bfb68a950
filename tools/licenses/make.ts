/**
 * `deno task licenses` writes the licences of everything inside our packages into `src/cli/licenses/texts.ts`: packages
 * of the lock files, the runtime, the compiler of kernels. Deno's cache has their texts once `deno install` has run for
 * the lock files.
 * @module
 */

import { run, say } from "../commands.ts";
import { cachedFile } from "../npm_cache.ts";
import { DESCRIPTION } from "../release/description.ts";
import { lockedParts, type Part } from "./parts.ts";

const ROOT = new URL("../../", import.meta.url);
const TARGET = "src/cli/licenses/texts.ts";
/** Part of the generated file, and not an export of this one. */
const EXPORT = "export const";
/** Packages whose licence file has an unusual name. */
const TEXT_FILES: Readonly<Record<string, string>> = { "gecko-profiler-demangle": "LICENSE-MIT" };
/** The licence that we choose if there is a choice. */
const CHOSEN: Readonly<Record<string, string>> = { "Apache-2.0 OR MIT": "MIT" };

/** A part with its text. */
interface Licensed extends Part {
  readonly license: string;
  readonly text: string;
}

async function licensed(part: Part): Promise<Licensed> {
  const manifest = await cachedFile(`${part.name}/${part.version}/package.json`);
  const { license } = JSON.parse(await Deno.readTextFile(manifest)) as { license: string };
  const folder = manifest.slice(0, manifest.lastIndexOf("/"));
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  const file = TEXT_FILES[part.name] ?? names.find((name) => /^licen[cs]e/i.test(name));
  // The packed copy of the standard library has no licence file; it belongs to the Deno authors.
  const path = part.name === "deno-std" ? await denoLicense() : `${folder}/${file}`;
  if (file === undefined && part.name !== "deno-std") {
    throw new Error(`${part.name} has no text of its license`);
  }
  const notices = names.filter((name) => /notice/i.test(name)).map((name) => `${folder}/${name}`);
  const texts = await Promise.all([path, ...notices].map((each) => Deno.readTextFile(each)));
  return { ...part, license: CHOSEN[license] ?? license, text: texts.map(tidy).join("\n\n") };
}

/** The licence file is in Deno's npm package. */
async function denoLicense(): Promise<string> {
  const folder = Deno.makeTempDirSync({ prefix: "quarry-deno-" });
  const tarball = (await run("npm", ["pack", "--silent", `deno@${DESCRIPTION.deno}`], { cwd: folder }))
    .trim();
  await run("tar", ["-xzf", tarball, "package/LICENSE"], { cwd: folder });
  return `${folder}/package/LICENSE`;
}

/** Removes spaces at ends of lines, so that equal texts of many packages are one. */
function tidy(text: string): string {
  return text.replaceAll("\r", "").replaceAll(/[ \t]+$/gm, "").replaceAll(/\n{3,}/g, "\n\n").trim();
}

async function committed(): Promise<Licensed[]> {
  const text = await Deno.readTextFile(new URL("src/mcp/sdk_licenses.txt", ROOT));
  return text.split(/\n-{40}\n/).map((each) => {
    const [, name, version, license, rest] = /^\s*(\S+) (\S+) \(([^)]+)\)\n([^]*)$/.exec(each)!;
    return { name: name!, version: version!, inside: ["program"], license: license!, text: tidy(rest!) };
  });
}

const runtime: Licensed[] = [
  {
    name: "deno",
    version: DESCRIPTION.deno,
    inside: ["program"],
    license: "MIT",
    text: tidy(await Deno.readTextFile(await denoLicense())),
  },
  {
    name: "v8",
    version: Deno.version.v8,
    inside: ["program"],
    license: "BSD-3-Clause",
    text: tidy(await Deno.readTextFile(new URL("v8.txt", import.meta.url))),
  },
];
const parts = [...runtime, ...await committed(), ...await Promise.all(lockedParts().map(licensed))]
  .sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1);
const texts = [...new Set(parts.map(({ text }) => text))];
const literal = (text: string): string => `\`${text.replaceAll(/[\\`]|\$\{/g, "\\$&")}\``;
await Deno.writeTextFile(
  new URL(TARGET, ROOT),
  `/**
 * Made by deno task licenses: do not edit.
 * @module
 */
// deno-fmt-ignore-file

import type { LicensedPart } from "./licensed_part.ts";

const TEXTS: readonly string[] = [
${texts.map((text) => `${literal(text)},`).join("\n")}
];

/** Everything inside that is not ours. */
${EXPORT} LICENSED: readonly LicensedPart[] = [
${
    parts.map(({ name, version, license, inside, text }) =>
      `  { name: ${JSON.stringify(name)}, version: ${JSON.stringify(version)}, license: ${
        JSON.stringify(license)
      }, inside: ${JSON.stringify(inside)}, text: TEXTS[${texts.indexOf(text)}]! },`
    ).join("\n")
  }
];
`,
);
say(`${TARGET}: ${parts.length} parts, ${texts.length} texts`);
