/**
 * First screens: what a user sees before the first query, for traces of all kinds, as text. `-- --update` rewrites
 * them, for review.
 */
import { assert, assertEquals, fail } from "@std/assert";
import { Conversation } from "../../src/repl/conversation.ts";
import { firstQueries } from "../../src/repl/first_queries.ts";
import { greeting } from "../../src/repl/first_steps.ts";
import { defaultSettings } from "../../src/repl/settings.ts";
import { chooseTheme } from "../../src/repl/theme.ts";
import { fakeReplHost } from "../repl/fake_repl_host.ts";
import { all, elements, pageOf, parsePage, textOf } from "../report/page_reader.ts";
import { inBrowser, type Page, ServedWorkbench } from "../serve/browser_support.ts";
import { sampleSession } from "../support/sample_session.ts";
import { differingPart, readPng, shrunk, type SmallPicture, writePng } from "../support/small_picture.ts";
import { Temporary } from "../support/temporary.ts";
import { atFullEffort } from "../support/effort.ts";

/** Traces of all kinds, by the names of their screens. */
const SCREENS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "memory-mtrc": { wordfreq: "testdata/mpatrol/wordfreq-le64/trace.mtrc" },
  "memory-heaptrack": { shapes: "testdata/heaptrack/heaptrack.shapes.zst" },
  "resources-sp-rtrace": { filesrv: "testdata/sp-rtrace/c02-filesrv.resolved.txt" },
  "profile-mptl": { profile: "testdata/mpatrol/profile1-le64/profile.mptl" },
  "calls-apitrace": { glmark2: "testdata/apitrace/real-glmark2-build.trace" },
  "coverage-gnatcov": { missing: "testdata/gnatcov/wordfreq/missing.trace" },
  "coverage-gnatcov-src": { shop: "testdata/gnatcov/shop-x86_64.srctrace" },
  "two-mtrc": {
    before: "testdata/mpatrol/wordfreq-le64/trace.mtrc",
    after: "testdata/mpatrol/wordfreq-le32/trace.mtrc",
  },
};

/** The part of a picture that may differ: letters of another version of a font, times of loading. */
const MOST_DIFFERENT = 0.01;
/** Maximum number of screenshots while a page is still being drawn. */
const MOST_LOOKS = 25;
const ROWS = 24;
const COLUMNS = 80;
const NONE = chooseTheme("none", false, () => undefined);

/** Compares a text with `screens/NAME.txt`; with `--update` writes it there. */
async function compareText(name: string, text: string): Promise<void> {
  const file = new URL(`screens/${name}.txt`, import.meta.url);
  if (Deno.args.includes("--update")) return await Deno.writeTextFile(file, text);
  const wanted = await Deno.readTextFile(file).catch(() =>
    fail(`There is no ${file}: write it with --update`)
  );
  assertEquals(text, wanted, name);
}

/** The greeting on 80 columns. */
async function promptScreen(samples: Readonly<Record<string, string>>): Promise<string> {
  const session = await sampleSession(samples);
  const host = fakeReplHost({ size: { columns: COLUMNS, rows: ROWS } });
  const conversation = new Conversation({ session, host, settings: defaultSettings(), personal: true });
  try {
    const headlines = await conversation.headlines();
    // The time of loading differs from run to run.
    const traces = session.traces.map((each) => ({ ...each, seconds: 0 }));
    return greeting(traces, {
      headlines,
      queries: firstQueries(session),
      theme: NONE,
      width: COLUMNS,
      keys: true,
    });
  } finally {
    conversation.close();
    session.closeAll();
  }
}

/** The part of a report before the end of its first panel, as lines. */
async function reportScreen(samples: Readonly<Record<string, string>>): Promise<string> {
  const session = await sampleSession(samples);
  try {
    const document = parsePage(await pageOf(session, { isComparison: session.traces.length === 2 }));
    const lines: string[] = [];
    for (const element of elements(document)) {
      const { tagName } = element;
      if (tagName === "article") {
        lines.push(`[${textOf(all(element, "h3")[0]!)}]`);
        if (lines.filter((line) => line.startsWith("[")).length === 3) break;
      } else if (["h1", "h2"].includes(tagName)) lines.push(textOf(element));
      else if (tagName === "p" || tagName === "li" && !isLink(element)) lines.push(textOf(element).trim());
    }
    return lines.filter((line) => line !== "").map((line) => line.replaceAll(/\s+/g, " ")).join("\n") + "\n";
  } finally {
    session.closeAll();
  }
}

function isLink(element: Parameters<typeof all>[0]): boolean {
  return all(element, "a").length > 0;
}

for (const [name, samples] of Object.entries(SCREENS)) {
  Deno.test(`the first screen of the prompt over ${name} is as recorded`, async () => {
    const text = await promptScreen(samples);
    const lines = text.trimEnd().split("\n");
    // The line of the prompt comes after the greeting.
    if (lines.length >= ROWS) fail(`${lines.length} lines do not fit a screen:\n${text}`);
    for (const line of lines) if (line.length > COLUMNS) fail(`Too wide: ${line}`);
    await compareText(`prompt-${name}`, text);
  });

  Deno.test(`the first screen of the report over ${name} is as recorded`, async () => {
    await compareText(`report-${name}`, await reportScreen(samples));
  });
}

/** Window sizes and colour schemes. */
const LOOKS = [
  { width: 1280, height: 800, scheme: "light" },
  { width: 1280, height: 800, scheme: "dark" },
  { width: 390, height: 800, scheme: "light" },
  { width: 390, height: 800, scheme: "dark" },
] as const;

for (const [name, samples] of Object.entries(SCREENS)) {
  const shown = `the first screen of report and workbench over ${name} has the answer, wide and narrow`;
  Deno.test(inBrowser(atFullEffort(shown, ["chromium"]), async (browser) => {
    using file = Temporary.file(".html");
    const session = await sampleSession(samples);
    await Deno.writeTextFile(file.path, await pageOf(session, { isComparison: session.traces.length === 2 }));
    session.closeAll();
    const bench = await ServedWorkbench.open(samples);
    try {
      for (const look of LOOKS) {
        for (const address of [`file://${file.path}`, bench.address]) {
          await browser.look(address, async (page) => {
            const sentence = page.locator(".sentence").first();
            await sentence.waitFor();
            const box = await sentence.boundingBox();
            if (!box || box.y + box.height > look.height) fail("The sentence is below the first screen");
            const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
            if (Number(over) > 0) fail(`The page is ${over} pixels wider than ${look.width}`);
            const shown = address === bench.address ? "workbench" : "report";
            await looksLike(`${shown}-${name}-${look.width}-${look.scheme}`, page);
            if (address === bench.address) await compareText(`workbench-${name}`, await headlineText(page));
          }, look);
        }
      }
    } finally {
      await bench.close();
    }
  }));
}

/** Compares the first screen with the stored picture; with `--update` stores it. */
async function looksLike(name: string, page: Page): Promise<void> {
  const file = new URL(`screens/${name}.png`, import.meta.url);
  const look = async (): Promise<SmallPicture> => shrunk(readPng(await page.screenshot()));
  if (Deno.args.includes("--update")) {
    // Waits until nothing changes, since a page that is still being drawn would be stored.
    let now = writePng(await look()), before: Uint8Array;
    do [before, now] = [now, writePng(await look())]; while (before.some((byte, at) => byte !== now[at]));
    return await Deno.writeFile(file, now);
  }
  const wanted = await Deno.readFile(file).catch(() => fail(`There is no ${file}: write it with --update`));
  for (let tries = 1;; tries++) {
    const part = differingPart(await look(), readPng(wanted));
    if (part <= MOST_DIFFERENT) break;
    if (tries === MOST_LOOKS) {
      fail(`${Math.round(part * 100)} % of ${name} looks different: see it, then --update`);
    }
    await page.waitForTimeout(200);
  }
  // Checks that a missing answer would be noticed.
  await page.evaluate("document.querySelector('.headline, .sentence').style.visibility = 'hidden'");
  assert(differingPart(await look(), readPng(wanted)) > MOST_DIFFERENT, `${name} without its answer`);
  await page.evaluate("document.querySelector('.headline, .sentence').style.visibility = ''");
}

/** The texts of the headlines of the workbench. */
async function headlineText(page: Page): Promise<string> {
  const texts = await page.locator(".headline").allTextContents();
  return texts.join("\n") + "\n";
}
