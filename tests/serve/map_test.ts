/** The memory map: holes between live blocks, and rows that are pages or size classes. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { memoryGapsQuery, REGION_GAP } from "../../src/serve/gap_queries.ts";
import type { Session } from "../../src/engine/session.ts";
import { writePieces } from "../bench/write_pieces.ts";
import { generateMtrc } from "../bench/generate_mtrc.ts";
import { atFullEffort } from "../support/effort.ts";
import { rowsOf } from "../support/rows_of.ts";
import { sampleSession } from "../support/sample_session.ts";
import { Temporary } from "../support/temporary.ts";
import { axeFindings, goTo, inBrowser, type Page, ServedWorkbench } from "./browser_support.ts";

/** Samples with addresses, and points with live blocks. */
const POINTS: Readonly<Record<string, readonly string[]>> = {
  "mpatrol/wordfreq-le64/trace.mtrc": ["peak", "end", "#300"],
  "memray/v13-cache.bin": ["peak", "end", "#1000"],
  "torch/train.pickle": ["peak", "#200"],
  "mtrace/lists.mtrace": ["peak", "end"],
  "sp-rtrace/c01-jsonidx.resolved.txt": ["peak", "end", "#2000"],
  "heaptrack-raw/pool.raw.zst": ["peak", "#700"],
};

/** Regions of live blocks, computed one by one from the lowest address on. */
async function regionsOneByOne(session: Session, point: string): Promise<bigint[][]> {
  const blocks = (await rowsOf(session, `live @ ${point} | where addr is not null | select addr, size, end`))
    .map((row) => row.map((each) => BigInt(each as bigint)) as [bigint, bigint, bigint])
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const regions: bigint[][] = [];
  let reach = 0n;
  for (const [addr, size, end] of blocks) {
    const hole = regions.length > 0 && addr > reach ? addr - reach : 0n;
    if (regions.length === 0 || hole > BigInt(REGION_GAP)) regions.push([addr, end, 0n, 0n, 0n, 0n]);
    const region = regions.at(-1)!;
    if (region[2]! > 0n && hole > 0n) {
      region[4]! += hole;
      if (hole > region[5]!) region[5] = hole;
    }
    region[2]! += 1n;
    region[3]! += size;
    if (end > region[1]!) region[1] = end;
    if (end > reach) reach = end;
  }
  return regions;
}

for (const [sample, points] of Object.entries(POINTS)) {
  Deno.test(`memoryGapsQuery() finds the regions and holes of ${sample}`, async () => {
    const session = await sampleSession({ a: `testdata/${sample}` });
    for (const point of points) {
      const found = (await rowsOf(session, memoryGapsQuery(`live @ ${point}`)))
        .map((row) => row.slice(1).map((each) => BigInt((each ?? 0) as bigint)));
      assert(found.length > 0);
      const expected = await regionsOneByOne(session, point);
      const byAddress = (rows: bigint[][]): bigint[][] => rows.sort(([a], [b]) => (a! < b! ? -1 : 1));
      assertEquals(byAddress(found), byAddress(expected), point);
      // Addresses outside holes are covered by blocks.
      for (const [low, high, , bytes, holes] of found) assert(high! - low! - holes! <= bytes!, point);
    }
    session.closeAll();
  });
}

/** A cell of the map by its label: its row, the record, the live blocks there. */
async function cellAt(
  page: Page,
  key: string,
): Promise<readonly [row: string, record: string, blocks: number]> {
  await page.locator("main canvas.map").press(key);
  const said = await page.locator("main .said").first().innerText();
  const [, row, record, blocks] = /^(.+), after record ([\d,]+): ([\d,]+) blocks, /.exec(said) ?? [];
  assert(row !== undefined, said);
  return [row!, record!.replaceAll(",", ""), Number(blocks!.replaceAll(",", ""))];
}

const lived = (record: string): string => `seq <= ${record} and (freed is null or freed > ${record})`;

Deno.test(inBrowser(
  atFullEffort("the map has a row for each page or size class, and shows the fragmentation", ["chromium"]),
  async (browser) => {
    using folder = Temporary.folder();
    const path = `${folder.path}/trace.mtrc`;
    writePieces(path, generateMtrc({ events: 60_000, seed: 5 }));
    const bench = await ServedWorkbench.open({ a: path });
    const session = await sampleSession({ a: path });
    try {
      await browser.look(bench.address, async (page) => {
        await goTo(page, "Memory map");
        const rows = page.locator(".choice", { hasText: "one row per" }).locator("select");
        const status = page.locator("main p[role=status]:empty");
        await rows.selectOption("page");
        await page.getByRole("img", { name: "Live bytes by page" }).waitFor();
        await status.waitFor({ state: "attached" });
        assertMatch(await page.locator("main .said").first().innerText(), /^150 of [\d,]+ pages/);
        for (const key of ["ArrowRight", "End", "ArrowUp"]) {
          const [place, record, blocks] = await cellAt(page, key);
          assertEquals(
            (await rowsOf(session, `allocs | where page(addr) == ${place} and ${lived(record)} | count`))[0],
            [BigInt(blocks)],
            place,
          );
        }
        await rows.selectOption("size");
        await page.getByRole("img", { name: "Live bytes by size class" }).waitFor();
        const classes = (await rowsOf(session, "allocs | by class = bucket(size) | sort class")).map((
          [each],
        ) => each);
        const ends = [[await cellAt(page, "ArrowRight"), classes[0]], [
          await cellAt(page, "End"),
          classes.at(-1),
        ]] as const;
        for (const [[, record, blocks], size] of ends) {
          assertEquals(
            (await rowsOf(session, `allocs | where bucket(size) == ${size} and ${lived(record)} | count`))[0],
            [BigInt(blocks)],
          );
        }
        assertEquals(await axeFindings(page), []);
        // The line is about the end of a range, and about a selected point.
        const holes = page.locator(".fragmentation");
        await holes.getByText("Fragmentation at the peak: ").waitFor();
        const link = page.url();
        for (
          const [more, when] of [["&range=1-30000", "at record 29,999"], ["&at=20000", "@ #20000"]] as const
        ) {
          await page.goto("about:blank");
          await page.goto(link + more);
          await holes.getByText(`Fragmentation ${when}: `).waitFor();
          assertEquals(await rows.inputValue(), "size");
        }
        const [[blocks]] = await rowsOf(session, "live @ #20000 | count") as [[bigint]];
        await holes.getByText(` live in ${blocks.toLocaleString("en")} blocks, `).waitFor();
      });
    } finally {
      session.closeAll();
      await bench.close();
    }
  },
));
