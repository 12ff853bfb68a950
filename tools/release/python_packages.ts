/**
 * The package for Python: a wheel with the program for each machine with an available binary, and a source distribution
 * that finds `quarry` on the PATH.
 * @module
 */

import { createHash } from "node:crypto";
import { licensedParts, licenseTexts } from "../../src/cli/licenses/notice.ts";
import { run } from "../commands.ts";
import { FILE_TIME } from "../compile/bundle.ts";
import { DESCRIPTION } from "./description.ts";
import { zipFile, type ZippedFile } from "./zip_file.ts";

const ROOT = new URL("../../", import.meta.url);
const FOLDER = new URL("python/", ROOT);
/** The name as spelled in wheels. */
const NAME = "quarry_trace";

/** Machines by Deno's names, and pip's tags of the platforms that a binary supports. */
export const WHEEL_TAGS: Readonly<Record<string, string>> = {
  "x86_64-unknown-linux-gnu": "manylinux_2_31_x86_64",
  "aarch64-unknown-linux-gnu": "manylinux_2_31_aarch64",
  "x86_64-apple-darwin": "macosx_11_0_x86_64",
  "aarch64-apple-darwin": "macosx_11_0_arm64",
  "x86_64-pc-windows-msvc": "win_amd64",
};

/** Writes the wheel with a binary into a folder; returns its path. */
export async function pythonWheel(binary: string, target: string, output: string): Promise<string> {
  const tag = WHEEL_TAGS[target]!;
  const { version } = DESCRIPTION;
  const inside: ZippedFile[] = [];
  for (const path of modules()) {
    inside.push({
      path: `${NAME}/${path}`,
      bytes: await Deno.readFile(new URL(`src/${NAME}/${path}`, FOLDER)),
    });
  }
  const program = tag.startsWith("win") ? "quarry.exe" : "quarry";
  inside.push({ path: `${NAME}/bin/${program}`, bytes: await Deno.readFile(binary), mode: 0o755 });
  const info = `${NAME}-${version}.dist-info`;
  const texts: Readonly<Record<string, string>> = {
    METADATA: metadata(),
    WHEEL: `Wheel-Version: 1.0\nGenerator: quarry\nRoot-Is-Purelib: false\nTag: py3-none-${tag}\n`,
    "licenses/LICENSE": Deno.readTextFileSync(new URL("LICENSE", ROOT)),
    "licenses/LICENSES.txt": licenseTexts(licensedParts("program")),
  };
  for (const [name, text] of Object.entries(texts)) {
    inside.push({ path: `${info}/${name}`, bytes: new TextEncoder().encode(text) });
  }
  const lines = inside.map(({ path, bytes }) => `${path},sha256=${digest(bytes)},${bytes.length}\n`);
  const record = `${lines.join("")}${info}/RECORD,,\n`;
  inside.push({ path: `${info}/RECORD`, bytes: new TextEncoder().encode(record) });
  const file = `${output}/${NAME}-${version}-py3-none-${tag}.whl`;
  await Deno.writeFile(file, zipFile(inside));
  return file;
}

/** Writes the source distribution; returns its path. */
export async function pythonSources(output: string): Promise<string> {
  const { version } = DESCRIPTION;
  const root = `${NAME}-${version}`;
  const stage = Deno.makeTempDirSync({ prefix: "quarry-python-" });
  try {
    const put = async (path: string, bytes: Uint8Array): Promise<void> => {
      const file = `${stage}/${root}/${path}`;
      await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
      await Deno.writeFile(file, bytes);
    };
    for (const path of ["pyproject.toml", "README.md", ...modules().map((each) => `src/${NAME}/${each}`)]) {
      await put(path, await Deno.readFile(new URL(path, FOLDER)));
    }
    await put("LICENSE", await Deno.readFile(new URL("LICENSE", ROOT)));
    await put("PKG-INFO", new TextEncoder().encode(metadata()));
    const file = `${output}/${root}.tar.gz`;
    const same = ["--sort=name", `--mtime=@${FILE_TIME}`, "--owner=0", "--group=0", "--numeric-owner"];
    await run("tar", ["-C", stage, ...same, "--use-compress-program=gzip -9n", "-cf", file, root]);
    return file;
  } finally {
    await Deno.remove(stage, { recursive: true });
  }
}

/** The files of the package. */
function modules(): string[] {
  const names = [...Deno.readDirSync(new URL(`src/${NAME}`, FOLDER))].filter(({ isFile }) => isFile);
  return names.map(({ name }) => name).sort();
}

/** The metadata that pip and PyPI show. */
function metadata(): string {
  const { version, license, summary } = DESCRIPTION;
  const project = Deno.readTextFileSync(new URL("pyproject.toml", FOLDER));
  const python = /^requires-python = "(.*)"$/m.exec(project)![1];
  const extras = [...project.matchAll(/^(arrow|pandas|polars) = \[(.*)\]$/gm)].flatMap(([, name, needed]) => [
    `Provides-Extra: ${name}\n`,
    ...[...needed!.matchAll(/"([^"]+)"/g)].map(([, each]) => `Requires-Dist: ${each}; extra == "${name}"\n`),
  ]);
  const head = [
    "Metadata-Version: 2.1",
    "Name: quarry-trace",
    `Version: ${version}`,
    `Summary: ${summary}`,
    `License: ${license}`,
    `Requires-Python: ${python}`,
    "Description-Content-Type: text/markdown",
  ];
  const page = Deno.readTextFileSync(new URL("README.md", FOLDER));
  return `${head.join("\n")}\n${extras.join("")}\n${page}`;
}

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64url");
}
