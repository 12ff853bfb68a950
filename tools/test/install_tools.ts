/**
 * Installs the tools that tests can use, from the packages of the system, if that is Debian or similar and the user is
 * root. Fails if a tool is missing that could have been installed; if none can be, it names the missing tools.
 * @module
 */

import { lacksNow, programPath, type Tool } from "../../tests/support/programs.ts";
import {
  MEMORY_VIZ,
  MEMORY_VIZ_FOLDER,
  PYTHON_FOLDER,
  RUST_FOLDER,
  RUST_MANIFEST,
  TOOLS,
  type ToolSpec,
} from "../../tests/support/tools.ts";
import { tell } from "../commands.ts";

function missing(): Tool[] {
  return (Object.keys(TOOLS) as Tool[]).filter((tool) => lacksNow(tool) !== null);
}

async function run(program: string, ...args: string[]): Promise<boolean> {
  const { success } = await new Deno.Command(program, {
    args,
    env: { DEBIAN_FRONTEND: "noninteractive" },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).output();
  return success;
}

/** Installs the available packages; returns their names. */
async function install(packages: readonly string[]): Promise<ReadonlySet<string>> {
  await run("apt-get", "-q", "update");
  const known = new Set<string>();
  for (const each of packages) if (await run("apt-cache", "show", each)) known.add(each);
  tell(`Installing ${[...known].join(", ")}`);
  await run("apt-get", "-q", "-y", "-o", "Dpkg::Use-Pty=0", "install", "--no-install-recommends", ...known);
  return known;
}

/** Packages for Python go into a separate Python of the tests, below `.cache`. */
async function installForPython(tools: readonly Tool[]): Promise<void> {
  const packages = tools.flatMap((tool) => {
    const { python }: ToolSpec = TOOLS[tool];
    return python === undefined ? [] : [python];
  });
  if (packages.length === 0 || programPath("python3") === null) return;
  tell(`Installing ${packages.join(", ")} for Python`);
  if (!await run("python3", "-m", "venv", PYTHON_FOLDER)) return;
  await run(`${PYTHON_FOLDER}/bin/python3`, "-m", "pip", "install", "-q", ...packages);
}

/** Crates go into cargo's cache; a package below `.cache` lists them. */
async function fetchForRust(tools: readonly Tool[]): Promise<void> {
  if (!tools.includes("dhat-rs") || programPath("cargo") === null) return;
  tell("Fetching dhat for Rust");
  await Deno.mkdir(`${RUST_FOLDER}/src`, { recursive: true });
  await Deno.writeTextFile(`${RUST_FOLDER}/Cargo.toml`, RUST_MANIFEST);
  await Deno.writeTextFile(`${RUST_FOLDER}/src/main.rs`, "fn main() {}\n");
  await run("cargo", "fetch", "-q", "--manifest-path", `${RUST_FOLDER}/Cargo.toml`);
}

/** Fetches one file of the smallest archive that contains it: PyTorch itself is not installed. */
async function fetchMemoryViz(tools: readonly Tool[]): Promise<void> {
  if (!tools.includes("_memory_viz") || programPath("python3") === null) return;
  tell(`Fetching ${MEMORY_VIZ.member}`);
  const folder = await Deno.makeTempDir();
  try {
    if (!await run("python3", "-m", "venv", `${folder}/python`)) return;
    const python = `${folder}/python/bin/python3`;
    const foreign = ["--platform", "macosx_11_0_arm64", "--python-version", "3.11"];
    const download = ["-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:", ...foreign];
    if (!await run(python, ...download, "-d", folder, MEMORY_VIZ.package)) return;
    const [wheel] = [...Deno.readDirSync(folder)].filter(({ name }) => name.endsWith(".whl"));
    if (!wheel || !await run(python, "-m", "zipfile", "-e", `${folder}/${wheel.name}`, `${folder}/all`)) {
      return;
    }
    await Deno.mkdir(MEMORY_VIZ_FOLDER, { recursive: true });
    await Deno.copyFile(`${folder}/all/${MEMORY_VIZ.member}`, `${MEMORY_VIZ_FOLDER}/_memory_viz.py`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const before = missing();
if (before.length > 0) {
  const mayInstall = Deno.build.os === "linux" && Deno.uid() === 0 && programPath("apt-get") !== null;
  const known = mayInstall
    ? await install([...new Set(before.flatMap((tool) => TOOLS[tool].packages))])
    : new Set();
  await installForPython(before);
  await fetchForRust(before);
  await fetchMemoryViz(before);
  const left = missing();
  if (left.length > 0) tell(`Missing: ${left.join(", ")}`);
  // An installed tool that does not work, and one that the system has no package for, are reported but are
  // not errors.
  const wrong = left.filter((tool) =>
    TOOLS[tool].packages.every((each) => known.has(each)) &&
    TOOLS[tool].programs.some((program) => programPath(program) === null)
  );
  if (wrong.length > 0) {
    tell(`Could have been installed and is not there: ${wrong.join(", ")}`);
    Deno.exit(1);
  }
}
