/**
 * Our own small modules compared with packages for the same purpose: `run.ts` gives both the same work, compares the
 * results, and writes times and sizes into `docs/dev/small-things.md`.
 * @module
 */

import { globToRegExp } from "@std/path/glob-to-regexp";
import crc32Package from "crc-32";
import escapeHtmlPackage from "escape-html";
import * as he from "he";
import leb128 from "leb128";
import { marked } from "marked";
import markedMan from "marked-man";
import { SarifBuilder, SarifResultBuilder, SarifRuleBuilder, SarifRunBuilder } from "node-sarif-builder";
import { Buffer } from "node:buffer";
import process from "node:process";
import { crc32 } from "node:zlib";
import picocolors from "picocolors";
import stringWidth from "string-width";
import { create } from "xmlbuilder2";
import { textWidth } from "../../../src/base/text_width.ts";
import { junitXml } from "../../../src/cli/junit.ts";
import { queryCommand } from "../../../src/cli/commands/query.ts";
import { completionSpec } from "../../../src/cli/completions/spec.ts";
import { manPage } from "../../../src/cli/man/man_page.ts";
import { sarifJson } from "../../../src/cli/sarif.ts";
import type { Verdict } from "../../../src/cli/verdicts.ts";
import { DwarfCursor } from "../../../src/elf/dwarf_cursor.ts";
import { WorkMeter } from "../../../src/patterns/work_meter.ts";
import { globPattern } from "../../../src/patterns/text_pattern.ts";
import { escapeHtml } from "../../../src/render/escape_html.ts";
import { chooseTheme } from "../../../src/repl/theme.ts";
import { run, say } from "../../../tools/commands.ts";
import imports from "./deno.json" with { type: "json" };

const ROOT = new URL("../../../", import.meta.url);
const HERE = "tests/bench/small";
const DOCUMENT = new URL("docs/dev/small-things.md", ROOT);
const [BEGIN, END] = ["<!-- small: begin -->", "<!-- small: end -->"];
const WITH = ["--config", `${HERE}/deno.json`, "--lock", `${HERE}/deno.lock`];
/** The fastest of this many runs counts, since a machine may have other work. */
const RUNS = 3;

/** Sizes that were already computed. */
const sizes = new Map<string, string>();

/** A job that both do. */
interface Job {
  readonly what: string;
  readonly work: string;
  /** Our file, for the size; absent if the runtime has the function. */
  readonly file?: string;
  readonly package: string;
  ours(): readonly unknown[];
  theirs(): readonly unknown[];
}

const specs = await completionSpec([queryCommand]);
const NAMES = Array.from(
  { length: 20_000 },
  (_, at) => `std::map<int, Käse${at}>::find<"${at % 97}" & '${at % 89}'>(表${at})`,
);
const PATHS = Array.from(
  { length: 20_000 },
  (_, at) => `src/room${at % 100}/file_${at}.${at % 3 ? "ts" : "c"}`,
);
const BYTES = Uint8Array.from({ length: 4e6 }, (_, at) => Math.imul(at, 0x9e3779b1) >>> 24);
const NUMBERS = Array.from({ length: 20_000 }, (_, at) => Math.imul(at, 0x9e3779b1) >>> 0);

/** Numbers encoded as in DWARF. */
const ENCODED: Uint8Array[] = NUMBERS.map((number) => {
  const bytes: number[] = [];
  for (let left = number; bytes.length === 0 || left > 0; left = Math.floor(left / 128)) {
    bytes.push((left % 128) | (left >= 128 ? 128 : 0));
  }
  return Uint8Array.from(bytes);
});
const JOINED = new Uint8Array(Buffer.concat(ENCODED));

const VERDICTS: readonly Verdict[] = Array.from({ length: 500 }, (_, at) => ({
  outcome: {
    kind: "assert",
    message: `no <leaks> in "room ${at}" & elsewhere`,
    text: `assert leaks | where size > ${at}`,
    span: { start: 0, end: 10 },
    milliseconds: at / 7,
    passed: at % 2 === 0,
    found: `${at} rows`,
  } as Verdict["outcome"],
  file: "checks.qry",
  line: at + 1,
  rows: at % 2 === 0 ? [] : [{ text: `func = f${at}, size = ${at}`, file: "a.c", line: at }],
}));

const lines = (text: string): string[] => text.split("\n").map((line) => line.trim()).filter((line) => line);

/** JUnit XML written with the package that builds documents. */
function junitByPackage(): string {
  const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);
  const failures = VERDICTS.filter(({ outcome }) => !outcome.passed).length;
  const time = seconds(VERDICTS.reduce((sum, { outcome }) => sum + outcome.milliseconds, 0));
  const counts = { tests: VERDICTS.length, failures, time };
  const suite = create({ version: "1.0", encoding: "UTF-8" }).ele("testsuites", counts)
    .ele("testsuite", { name: "quarry", ...counts });
  for (const { outcome, file, line, rows } of VERDICTS) {
    const test = suite.ele("testcase", {
      name: outcome.message!,
      classname: file!,
      file: file!,
      line,
      time: seconds(outcome.milliseconds),
    });
    if (outcome.passed) continue;
    test.ele("failure", { message: `found ${outcome.found}` })
      .txt([outcome.text, ...rows.map(({ text }) => text)].join("\n"));
  }
  return suite.end({ prettyPrint: true });
}

/** SARIF written with the builder package; with the same rules and locations as ours. */
function sarifByPackage(): string {
  const runs = new SarifRunBuilder().initSimple({ toolDriverName: "Quarry", toolDriverVersion: "0.1.0" });
  for (const { outcome } of VERDICTS) {
    runs.addRule(
      new SarifRuleBuilder().initSimple({ ruleId: outcome.message!, shortDescriptionText: outcome.message! }),
    );
  }
  for (const { outcome, rows } of VERDICTS) {
    for (const row of rows) {
      runs.addResult(
        new SarifResultBuilder().initSimple({
          level: "error",
          messageText: `${outcome.message}: found ${outcome.found}\n${row.text}`,
          ruleId: outcome.message!,
          fileUri: row.file!,
          startLine: row.line!,
        }),
      );
    }
  }
  const builder = new SarifBuilder();
  builder.addRun(runs);
  return builder.buildSarifJsonString({ indent: true });
}

/** The parts of SARIF that a reader uses. */
function findings(text: string): string[] {
  return JSON.parse(text).runs[0].results.map((
    { ruleId, message, locations: [place] }: {
      ruleId: string;
      message: { text: string };
      locations: { physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } } }[];
    },
  ) =>
    [
      ruleId,
      message.text,
      place!.physicalLocation.artifactLocation.uri,
      place!.physicalLocation.region.startLine,
    ].join("|")
  );
}

const theme = chooseTheme("basic", true, () => undefined);
const colors = picocolors.createColors(true);
marked.use(markedMan as never, { name: "quarry", section: "1" } as never);
const page = await Deno.readTextFile(new URL("docs/language.md", ROOT));

const JOBS: readonly Job[] = [
  {
    what: "terminal width",
    work: "20,000 names",
    file: "src/base/text_width.ts",
    package: "string-width",
    ours: () => NAMES.map((name) => textWidth(name)),
    theirs: () => NAMES.map((name) => stringWidth(name)),
  },
  {
    what: "colours",
    work: "20,000 names",
    file: "src/repl/theme.ts",
    package: "picocolors",
    ours: () => NAMES.map((name) => theme.paint("stage", name)),
    theirs: () => NAMES.map((name) => colors.bold(colors.blue(name))),
  },
  {
    what: "globs of paths",
    work: "20,000 paths",
    file: "src/patterns/text_pattern.ts",
    package: "@std/path/glob-to-regexp",
    ours: () => {
      const [pattern, meter] = [globPattern("src/room?/file_*.ts"), new WorkMeter()];
      return PATHS.map((path) => pattern.test(path, meter));
    },
    theirs: () => {
      const pattern = globToRegExp("src/room?/file_*.ts");
      return PATHS.map((path) => pattern.test(path));
    },
  },
  {
    what: "XML (JUnit)",
    work: "500 verdicts",
    file: "src/cli/junit.ts",
    package: "xmlbuilder2",
    ours: () => lines(junitXml(VERDICTS)).map((line) => line.replaceAll("&gt;", ">")),
    theirs: () => lines(junitByPackage()).map((line) => line.replaceAll("&gt;", ">")),
  },
  {
    what: "SARIF",
    work: "500 verdicts",
    file: "src/cli/sarif.ts",
    package: "node-sarif-builder",
    ours: () => findings(sarifJson(VERDICTS, { version: "0.1.0", root: undefined, trace: undefined })),
    theirs: () => findings(sarifByPackage()),
  },
  {
    what: "CRC-32",
    work: "4 MB",
    package: "crc-32",
    ours: () => [crc32(BYTES)],
    theirs: () => [crc32Package.buf(BYTES) >>> 0],
  },
  {
    what: "LEB128",
    work: "20,000 numbers",
    file: "src/elf/dwarf_cursor.ts",
    package: "leb128",
    ours: () => {
      const cursor = new DwarfCursor(JOINED, true);
      return NUMBERS.map(() => cursor.uleb());
    },
    theirs: () => ENCODED.map((bytes) => Number(leb128.unsigned.decode(Buffer.from(bytes)))),
  },
  {
    what: "HTML escape",
    work: "20,000 names",
    file: "src/render/escape_html.ts",
    package: "escape-html",
    ours: () => NAMES.map((name) => escapeHtml(name)),
    theirs: () => NAMES.map((name) => escapeHtmlPackage(name)),
  },
  {
    what: "HTML escape",
    work: "20,000 names",
    file: "src/render/escape_html.ts",
    package: "he",
    ours: () => NAMES.map((name) => escapeHtml(name)),
    theirs: () => NAMES.map((name) => he.escape(name).replaceAll("&#x27;", "&#39;")),
  },
  {
    what: "manual pages",
    work: "a page each: ours of the options, theirs of a page of Markdown",
    file: "src/cli/man/roff.ts",
    package: "marked-man",
    ours: () => [manPage(specs, { version: "0.1.0", date: "2026-01-01" }).startsWith(".")],
    theirs: () => [String(marked.parse(page)).includes(".TH")],
  },
];

/** The least milliseconds of processor time. */
function timeOf(work: () => unknown): number {
  let least = Infinity;
  for (let at = 0; at < RUNS; at++) {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** Kilobytes of a minified bundle; some packages cannot be bundled. */
async function sizeOf(source: string, folder: string): Promise<string> {
  const known = sizes.get(source);
  if (known !== undefined) return known;
  const [entry, out] = [`${folder}/entry.ts`, `${folder}/out.js`];
  // A default import keeps what a program uses, also from CommonJS packages.
  await Deno.writeTextFile(entry, `import * as all from ${JSON.stringify(source)};\nconsole.log(all);\n`);
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", "--minify", "--platform", "deno", ...WITH, "-o", out, entry],
    cwd: ROOT,
    stderr: "null",
  }).output();
  if (!success) return "Deno cannot bundle it";
  const size = `${((await Deno.stat(out)).size / 1000).toFixed(1)} KB`;
  sizes.set(source, size);
  return size;
}

/** How many of the answers are equal. */
function agreement(job: Job): string {
  const [ours, theirs] = [job.ours(), job.theirs()];
  const differ = ours.filter((each, at) => each !== theirs[at]).length +
    Math.abs(theirs.length - ours.length);
  return differ === 0 ? "the same" : `${differ} of ${ours.length} differ`;
}

const specifiers: Readonly<Record<string, string>> = imports.imports;
const label = (name: string): string => `\`${specifiers[name]!.replace(/^npm:/, "").replace(/\.js$/, "")}\``;
const milliseconds = (time: number): string => time < 10 ? time.toFixed(1) : String(Math.round(time));
const folder = await Deno.makeTempDir();
try {
  const rows = [
    "| What | Work | Ours, ms | Package | Its, ms | Answers | Ours, minified | Package, minified |",
    "| --- | --- | ---: | --- | ---: | --- | ---: | ---: |",
  ];
  for (const job of JOBS) {
    const figures = [
      job.what,
      job.work,
      milliseconds(timeOf(job.ours)),
      label(job.package),
      milliseconds(timeOf(job.theirs)),
      job.package === "marked-man" ? "not compared" : agreement(job),
      job.file === undefined ? "in the runtime" : await sizeOf(new URL(job.file, ROOT).href, folder),
      await sizeOf(specifiers[job.package]!, folder),
    ];
    rows.push(`| ${figures.join(" | ")} |`);
    say(rows.at(-1)!);
  }
  rows.push(
    `| diffs of texts | none | | ${label("diff")} | | | none | ${await sizeOf(specifiers.diff!, folder)} |`,
  );
  const text = await Deno.readTextFile(DOCUMENT);
  const [before, rest] = text.split(BEGIN);
  const [, after] = rest!.split(END);
  await Deno.writeTextFile(DOCUMENT, `${before}${BEGIN}\n\n${rows.join("\n")}\n\n${END}${after}`);
} finally {
  await Deno.remove(folder, { recursive: true });
}
await run(Deno.execPath(), ["fmt", "docs/dev/small-things.md"], { cwd: ROOT });
