/** The npm package, from its tarball: in Node.js and Bun, and in a page of Chromium. */
import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { chromium } from "playwright-core";
import * as library from "../../mod.ts";
import { run } from "../../tools/commands.ts";
import { installedPackage } from "./installed_package.ts";
import { atFullEffort } from "../support/effort.ts";
import { programPath } from "../support/programs.ts";
import { answers } from "./anywhere.js";
import { runtime } from "./runtimes.ts";
import { Temporary } from "../support/temporary.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const SAMPLES: Readonly<Record<string, string>> = {
  mtrc: "mpatrol/wordfreq-le64/trace.mtrc",
  mptl: "mpatrol/wordfreq-le64/profile.mptl",
  apitrace: "apitrace/real-tiny.trace",
  snappy: "apitrace/cont-snappy-mixed-chunks.trace",
  brotli: "apitrace/cont-brotli-small.trace",
  gnatcov: "gnatcov/bad-entry-cut.trace",
  zstd: "heaptrack/heaptrack.wordfreq.zst",
  lz4: "memray/v13-forking-child1.bin",
  none: "README.md",
};

async function inputs(): Promise<Record<string, Uint8Array<ArrayBuffer>>> {
  const found: Record<string, Uint8Array<ArrayBuffer>> = {};
  for (const [name, path] of Object.entries(SAMPLES)) {
    found[name] = await Deno.readFile(join(ROOT, "testdata", path));
  }
  const packed = new Blob([found.mtrc!]).stream().pipeThrough(new CompressionStream("gzip"));
  found.gzip = new Uint8Array(await new Response(packed).arrayBuffer());
  found.cut = found.gzip.slice(0, found.gzip.length / 2);
  return found;
}

const PROGRAM = `
import { readFile } from "node:fs/promises";
import * as library from "@quarry/quarry";
import * as worker from "@quarry/quarry/worker";
import { detectFormat } from "@quarry/quarry/formats";
import { answers } from "./anywhere.js";
const names = JSON.parse(process.argv[2]);
const inputs = {};
for (const name of names) inputs[name] = new Uint8Array(await readFile(name));
if ((await detectFormat(inputs.mtrc)).format.name !== "mtrc") throw new Error("No format");
const byPath = await library.Quarry.open("mtrc");
if ((await byPath.query("leaks | count")).value(0, 0) !== 26n) throw new Error("No rows");
const here = await answers(library, inputs);
// A forgotten worker does not keep the program alive.
await worker.Quarry.open("mtrc");
process.stdout.write("[" + here + "," + await answers(worker, inputs) + "]");
`;

const PAGE = `<!DOCTYPE html><script type="module">
import { answers } from "./anywhere.js";
const names = await (await fetch("./names")).json();
const inputs = {};
for (const name of names) inputs[name] = new Uint8Array(await (await fetch("./input/" + name)).arrayBuffer());
const library = await import("./node_modules/@quarry/quarry/browser/mod.js");
const worker = await import("./node_modules/@quarry/quarry/browser/worker.js");
const both = [await answers(library, inputs), await answers(worker, inputs)];
await fetch("./done", { method: "POST", body: "[" + both + "]" });
</script>`;

/** The result of a page in Chromium. */
async function inPage(
  place: string,
  given: Record<string, Uint8Array<ArrayBuffer>>,
): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const path = new URL(request.url).pathname;
    if (path === "/done") {
      resolve(await request.text());
      return new Response();
    }
    if (path === "/") return new Response(PAGE, { headers: { "content-type": "text/html" } });
    if (path === "/names") return Response.json(Object.keys(given));
    if (path.startsWith("/input/")) return new Response(given[path.slice("/input/".length)]!);
    const bytes = await Deno.readFile(join(place, path)).catch(() => null);
    const type = path.endsWith(".wasm") ? "application/wasm" : "text/javascript";
    return new Response(bytes, { status: bytes ? 200 : 404, headers: { "content-type": type } });
  });
  const url = `http://127.0.0.1:${server.addr.port}/`;
  const browser = await chromium.launch({
    executablePath: programPath("chromium")!,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const late = setTimeout(() => resolve('"nothing within four minutes"'), 240_000);
  try {
    await (await browser.newPage()).goto(url);
    return await promise;
  } finally {
    clearTimeout(late);
    await browser.close();
    await server.shutdown();
  }
}

Deno.test({
  ...atFullEffort(
    "the package gives the same answers in Node.js 22, Bun and Chromium as in Deno, also in a worker",
    [
      "chromium",
    ],
  ),
  async fn() {
    using folder = Temporary.folder();
    const given = await inputs();
    const wanted = JSON.parse(await answers(library, given));
    const both = [wanted, wanted];
    assert(wanted.gzip.traces.includes("gzip") && wanted.zstd.traces.includes("zstd"));
    assert(wanted.lz4.traces.includes("lz4"));
    assert(wanted.none[0] === "FormatError", JSON.stringify(wanted.none));
    const place = await installedPackage(folder.path);
    for (const [name, bytes] of Object.entries(given)) await Deno.writeFile(join(place, name), bytes);
    await Deno.copyFile(join(ROOT, "tests/library/anywhere.js"), join(place, "anywhere.js"));
    await Deno.writeTextFile(join(place, "program.js"), PROGRAM);
    for (const name of ["node", "bun"] as const) {
      const out = await run(await runtime(name), ["program.js", JSON.stringify(Object.keys(given))], {
        cwd: place,
      });
      assertEquals(JSON.parse(out), both, name);
    }
    assertEquals(JSON.parse(await inPage(place, given)), both);
  },
});
