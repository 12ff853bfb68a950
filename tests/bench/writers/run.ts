/**
 * Our writers of other tools' formats compared with packages for the same formats: `run.ts [ROWS]` measures each in its
 * own process, and writes the table into `docs/dev/writers.md`.
 * @module
 */

import { run } from "../../../tools/commands.ts";
import { cachedFile } from "../../../tools/npm_cache.ts";
import { oddities } from "./exact.ts";
import { CONTESTANTS, type Figures } from "./measure.ts";
import type { Contestant } from "./contestant.ts";
import imports from "./deno.json" with { type: "json" };

const ROOT = new URL("../../../", import.meta.url);
const HERE = "tests/bench/writers";
const DOCUMENT = new URL("docs/dev/writers.md", ROOT);
const [BEGIN, END] = ["<!-- writers: begin -->", "<!-- writers: end -->"];
/** The second run has four times as many rows: does memory grow with them? */
const GROWTH = 4;

const IN_ROOT = { cwd: ROOT };
const WITH = ["--config", `${HERE}/deno.json`, "--lock", `${HERE}/deno.lock`];

async function figures({ format, name }: Contestant, rows: number, file?: string): Promise<Figures> {
  const args = [format, name, String(rows), ...file === undefined ? [] : [file]];
  return JSON.parse(
    await run(Deno.execPath(), ["run", "-A", "--no-check", ...WITH, `${HERE}/measure.ts`, ...args], IN_ROOT),
  );
}

/** Size of a bundle in bytes, including WebAssembly. */
async function sizeOf(contestant: Contestant, folder: string): Promise<number> {
  const entry = `${folder}/entry.ts`;
  const from = contestant.package === undefined
    ? [`export * from ${JSON.stringify(new URL(contestant.imports, ROOT).href)};`]
    : [`export ${contestant.imports} from ${JSON.stringify(specifier(contestant.package))};`];
  await Deno.writeTextFile(entry, from.join("\n"));
  const out = `${folder}/out.js`;
  await run(Deno.execPath(), ["bundle", "--quiet", "--minify", ...WITH, "-o", out, entry], IN_ROOT);
  let { size } = await Deno.stat(out);
  if (contestant.package === "parquet-wasm") size += await wasmSize();
  return size;
}

async function wasmSize(): Promise<number> {
  const version = versionOf("parquet-wasm");
  return (await Deno.stat(await cachedFile(`parquet-wasm/${version}/esm/parquet_wasm_bg.wasm`))).size;
}

/** The entry of a package in the list of imports. */
function specifier(name: string): string {
  const found = Object.values(imports.imports).find((each) => each.startsWith(`npm:${name}@`));
  if (found === undefined) throw new Error(`No package ${name}`);
  return found;
}

function versionOf(name: string): string {
  return specifier(name).slice(`npm:${name}@`.length).split("/")[0]!;
}

/** When the version was published, as `2026-10`. */
async function releaseOf(name: string): Promise<string> {
  const times = JSON.parse(await run("npm", ["view", "--silent", name, "time", "--json"], IN_ROOT)) as Record<
    string,
    string
  >;
  return times[versionOf(name)]!.slice(0, 7);
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000)} KB`;

async function rowOf(contestant: Contestant, rows: number, folder: string): Promise<string> {
  const file = `${folder}/odd`;
  let exact = "";
  if (contestant.format === "Parquet" || contestant.format === "Arrow") await figures(contestant, 0, file);
  exact = await oddities(contestant, file) || "yes";
  const little = await figures(contestant, rows / GROWTH);
  const all = await figures(contestant, rows);
  return "| " + [
    contestant.format,
    contestant.name,
    exact,
    Math.round(rows / all.seconds / 1000) * 1000,
    `${megabytes(little.memory)}, ${megabytes(all.memory)}`,
    megabytes(all.bytes),
    kilobytes(await sizeOf(contestant, folder)),
    contestant.package === undefined
      ? ""
      : `${versionOf(contestant.package)}, ${await releaseOf(contestant.package)}`,
  ].join(" | ") + " |";
}

const rows = Number(Deno.args[0] ?? 1_000_000);
const folder = await Deno.makeTempDir();
try {
  const lines = [
    "| Format | Writer | Exact | Rows per second | Memory, a quarter of the rows and all | File | Program | Release |",
    "| --- | --- | --- | ---: | --- | ---: | ---: | --- |",
  ];
  for (const contestant of CONTESTANTS) lines.push(await rowOf(contestant, rows, folder));
  const text = await Deno.readTextFile(DOCUMENT);
  const [before, rest] = text.split(BEGIN);
  const [, after] = rest!.split(END);
  await Deno.writeTextFile(DOCUMENT, `${before}${BEGIN}\n\n${lines.join("\n")}\n\n${END}${after}`);
} finally {
  await Deno.remove(folder, { recursive: true });
}
await run(Deno.execPath(), ["fmt", "docs/dev/writers.md"], IN_ROOT);
