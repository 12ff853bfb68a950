/** Pages that contain their traces: what is written, and what a reader sees in a real browser. */
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { gzipSync } from "node:zlib";
import { InputError } from "../../src/base/errors.ts";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { parseArguments } from "../../src/cli/args.ts";
import { reportCommand } from "../../src/cli/commands/report.ts";
import { runLive } from "../../src/cli/live/run_live.ts";
import { openPieces } from "../../src/cli/live/trace_bytes.ts";
import { loadIndexBytes } from "../../src/index/load_index_bytes.ts";
import { load } from "../../src/ingest/load.ts";
import {
  embeddedTracePiece,
  liveTemplate,
  scriptInPage,
  templateAroundTraces,
} from "../../src/page/live_page.ts";
import { bytesInWords } from "../../src/render/cell_text.ts";
import { Snapshooter } from "../conformance/snapshot.ts";
import { newPools } from "../support/pools.ts";
import { fakeHost } from "../cli/fake_host.ts";
import { quarry } from "../cli/program.ts";
import { axeFindings, goTo, inBrowser, typeAndRun } from "../serve/browser_support.ts";
import { atFullEffort } from "../support/effort.ts";
import { withFolder } from "../support/temporary.ts";

const MTRC = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const PACKED = "testdata/heaptrack/heaptrack.wordfreq.zst";
/** Traces whose indexes are smaller than the traces. */
const LEAKS = "testdata/sp-rtrace/c01-jsonidx.leaks.txt";
const MEMRAY = "testdata/memray/v13-cache-agg.bin";
const TEMPLATE = liveTemplate({ script: "0", digest: "", style: "", licenses: "MIT" });

/** The embedded bytes of each trace, by name. */
async function tracesIn(html: string): Promise<Record<string, Uint8Array>> {
  const pieces = [
    ...html.matchAll(
      /<script type="application\/octet-stream" data-trace="(\d+)" data-name="([^"]*)"((?: data-packed)?(?: data-index)?)>([^<]*)</g,
    ),
  ];
  const found: Record<string, Uint8Array> = {};
  for (const [trace, same] of Map.groupBy(pieces, ([, number]) => number!)) {
    const bytes = await new Blob(same.map(([, , , , text]) => Uint8Array.fromBase64(text!))).bytes();
    found[`${trace} ${same[0]![2]}${same[0]![3]}`] = bytes;
  }
  return found;
}

async function unzipped(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).bytes();
}

/** Runs `report --live` with a small maximum size of the page. */
async function live(words: readonly string[], most?: number): Promise<{ code: number; err: string }> {
  const host = fakeHost();
  const args = parseArguments(["--live", ...words], reportCommand);
  const options = { template: () => Promise.resolve(TEMPLATE), ...(most === undefined ? {} : { most }) };
  return { code: await runLive(host, args, options), err: host.written.err };
}

Deno.test("report --live embeds compressed files unchanged, and others as gzip", async () => {
  await withFolder(async (folder) => {
    const out = `${folder}/page.html`;
    const { code, err } = await live([MTRC, `run=${PACKED}`, "-o", out]);
    assertEquals(code, 0);
    assertStringIncludes(err, "trace.mtrc, run and the workbench");
    const html = await Deno.readTextFile(out);
    assertStringIncludes(html, "<title>trace.mtrc, run – Quarry</title>");
    const { "0 trace.mtrc data-packed": first, "1 run": second } = await tracesIn(html);
    assertEquals(await unzipped(first as Uint8Array<ArrayBuffer>), await Deno.readFile(MTRC));
    assertEquals(second, await Deno.readFile(PACKED));
  });
});

Deno.test("report --live embeds the index of a trace if that is smaller", async () => {
  await withFolder(async (folder) => {
    const out = `${folder}/page.html`;
    const { code, err } = await live([LEAKS, MTRC, `run=${MEMRAY}`, "-o", out]);
    assertEquals(code, 0);
    const html = await Deno.readTextFile(out);
    const traces = await tracesIn(html);
    const names = [
      "0 c01-jsonidx.leaks.txt data-packed data-index",
      "1 trace.mtrc data-packed",
      "2 run data-packed data-index",
    ];
    assertEquals(Object.keys(traces), names);
    const [leaks, , memray] = names.map((name) => traces[name] as Uint8Array<ArrayBuffer>);
    assertEquals(err.trimEnd().split("\n").slice(1), [
      `c01-jsonidx.leaks.txt: index, ${bytesInWords(leaks!.length)} instead of ${
        bytesInWords(gzipSync(await Deno.readFile(LEAKS)).length)
      }`,
      `run: index, ${bytesInWords(memray!.length)} instead of ${
        bytesInWords((await Deno.stat(MEMRAY)).size)
      }`,
    ]);
    for (const [index, path] of [[leaks!, LEAKS], [memray!, MEMRAY]] as const) {
      const unpacked = await unzipped(index);
      // The page does not reveal where the file was.
      assert(!new TextDecoder("latin1").decode(unpacked).includes(Deno.cwd()));
      const [ofIndex, ofTrace] = [newPools(), newPools()];
      const file = await loadIndexBytes(unpacked, ofIndex, "t");
      const trace = await load(sourceOf(await Deno.readFile(path)), ofTrace, { name: "t" });
      assertEquals(
        await new Snapshooter(ofIndex).lines(file.traces),
        await new Snapshooter(ofTrace).lines(trace.traces),
      );
    }
    const again = `${folder}/again.html`;
    await live([LEAKS, MTRC, `run=${MEMRAY}`, "-o", again]);
    assertEquals(await Deno.readTextFile(again), html);
  });
});

Deno.test("an index is embedded if the trace is too large for the page", async () => {
  await withFolder(async (folder) => {
    const out = `${folder}/page.html`;
    const size = (await Deno.stat(MEMRAY)).size - 1;
    const { code, err } = await live([`run=${MEMRAY}`, "-o", out], size);
    assertEquals(code, 0);
    assertStringIncludes(err, `instead of more than ${bytesInWords(size)}\n`);
    assertEquals(Object.keys(await tracesIn(await Deno.readTextFile(out))), ["0 run data-packed data-index"]);
    await assertRejects(() => live([`run=${MEMRAY}`, "-o", out], 1000), InputError);
  });
});

Deno.test("pieces of a trace, except the last, need no base64 padding", async () => {
  await withFolder(async (folder) => {
    // Random bytes do not get shorter when they are compressed.
    const bytes = new Uint8Array(7 << 20);
    for (let at = 0; at < bytes.length; at += 65536) crypto.getRandomValues(bytes.subarray(at, at + 65536));
    await Deno.writeFile(`${folder}/trace`, bytes);
    let read = 0;
    const pieces = await Array.fromAsync(
      (await openPieces(`${folder}/trace`, (more) => read += more)).pieces,
    );
    assertEquals(read, bytes.length);
    assertEquals(pieces.map(({ length }) => length % 3).slice(0, -1), [0, 0]);
    assertEquals(await unzipped(await new Blob(pieces).bytes()), bytes);
  });
});

Deno.test("traces that are too large or cannot be embedded are refused, without leaving a file", async () => {
  await withFolder(async (folder) => {
    const out = `${folder}/page.html`;
    const error = await assertRejects(() => live([MTRC, "-o", out], 1000), InputError);
    assertStringIncludes(error.message, "compressed, its traces have more than");
    assertEquals([...Deno.readDirSync(folder)], []);
    for (
      const [words, reason] of [
        [["-"], "A trace from standard input cannot be put into a page"],
        [["--compare", MTRC, MTRC], "--live takes no --compare"],
        [["--sources", "src", MTRC], "--live takes no --sources"],
      ] as const
    ) {
      const { code, err } = await quarry(["report", "--live", ...words, "-o", out]);
      assertEquals(code, 2, reason);
      assertStringIncludes(err, reason);
    }
    const { code, err } = await quarry(["report", "--live", "README.md", "-o", out]);
    assertEquals(code, 3);
    assertStringIncludes(err, 'Cannot load "README.md"');
    assertEquals([...Deno.readDirSync(folder)], []);
  });
});

Deno.test("neither a name nor the program can end an element of the page", () => {
  const name = '"><script>alert(1)</script>';
  assert(
    !embeddedTracePiece({ number: 0, name, isPacked: true, isIndex: true }, new Uint8Array(3)).slice(8)
      .includes(
        "<script",
      ),
  );
  const [before, after] = templateAroundTraces(TEMPLATE, name);
  assert(!before.includes(name) && after.includes("</html>"));
  const script = 'const page = "</script><!--<script></SCRIPT>"; 1 < 2';
  const kept = scriptInPage(script);
  assert(!/<\/?script|<!--/i.test(kept));
  assertEquals(new Function(`${kept}; return page`)(), "</script><!--<script></SCRIPT>");
});

Deno.test(inBrowser(
  atFullEffort("a page with traces opens as a file, answers queries, and makes no requests", ["chromium"]),
  async (browser) => {
    await withFolder(async (folder) => {
      const out = `${folder}/page.html`;
      const name = "a <b>&amp; c";
      const { code, err } = await quarry([
        ...["report", "--live", MTRC, `${name}=${PACKED}`, `kept=${LEAKS}`, "-o", out],
      ]);
      assertEquals(code, 0, err);
      assertStringIncludes(err, "kept: index, ");
      const queries = ["leaks", "leaks | by stack", "events | where size < 40"];
      const answers: string[] = [];
      for (const query of queries) {
        const { out: found } = await quarry(["query", LEAKS, "-e", `${query} | count`, "-m", "tsv"]);
        answers.push(found.trim().split("\n").at(-1)!);
      }
      for (const look of [{}, { width: 390, scheme: "dark" }] as const) {
        await browser.look(`file://${out}`, async (page) => {
          await page.getByText("This page contains the traces").waitFor();
          const choice = page.getByRole("combobox", { name: "Trace" });
          await choice.waitFor();
          assertEquals(await choice.locator("option").allTextContents(), ["trace.mtrc", name, "kept"]);
          await typeAndRun(page, 'leaks of "trace.mtrc" | count');
          await page.getByRole("gridcell", { name: "26", exact: true }).waitFor();
          for (const [at, query] of queries.entries()) {
            await typeAndRun(page, `${query.replace(/^\w+/, "$& of kept")} | count`);
            await page.getByRole("gridcell", { name: answers[at]!, exact: true }).waitFor();
          }
          assertEquals(await axeFindings(page), []);
          for (const view of ["Timeline", "Flame graph", "Memory map"]) {
            await goTo(page, view);
            assertEquals(await page.locator("main .wrong, main .error").count(), 0, view);
          }
          // The address leads to the same view.
          await page.reload();
          await page.getByRole("button", { name: "Memory map", exact: true }).and(
            page.locator("[aria-current]"),
          )
            .waitFor();
        }, look);
      }
    });
  },
));
