/** Names in traces that a spreadsheet would evaluate. */
import { escapeFormula, isFormula } from "../../src/export/delimited.ts";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { csv, tsv } from "../../src/export/separated.ts";
import { quarry } from "../cli/program.ts";
import { MtrcWriter } from "../formats/mtrc/mtrc_writer.ts";
import { exportRows, ROW_OPTIONS } from "./export_support.ts";
import { withFolder } from "../support/temporary.ts";
import { typedRows } from "./typed_rows.ts";

/** Names that the functions of a traced program may have. */
const FORMULAS = [
  "=cmd|' /C calc'!A0",
  "-[Window draw:]",
  "+[Window new]",
  "@SUM(1)",
  "\t=1",
  "\r=1",
  "=",
  "-",
  "--1",
];
/** Texts that are not formulas, and numbers: evaluating them gives the same value. */
const HARMLESS = ["main", "operator-", "a=b", "-5", "+5", "-1.5e-3", "-.5", "5", "", " =1", "'=1"];

Deno.test("isFormula() recognizes the six characters that start a formula, and excludes numbers", () => {
  for (const text of FORMULAS) assert(isFormula(text) && escapeFormula(text) === `'${text}`, text);
  for (const text of HARMLESS) assert(!isFormula(text) && escapeFormula(text) === text, text);
});

Deno.test("csv and tsv --spreadsheet mark texts, but not numbers", async () => {
  const { session, table } = typedRows([
    { name: "text", type: "text", display: "plain", values: ["=1+1", "-5", 'a,"=1', null] },
    { name: "i", type: "i64", display: "plain", values: [-5n, -1n, 0n, null] },
    { name: "f", type: "f64", display: "plain", values: [-1.5, -1e300, 0, null] },
  ]);
  const decoder = new TextDecoder();
  const spelled = async (exporter: typeof csv, spreadsheet: boolean): Promise<[string, string[]]> => {
    const found: string[] = [];
    const options = { ...ROW_OPTIONS, spreadsheet, onFormula: (text: string) => void found.push(text) };
    return [decoder.decode(await exportRows(session, table, exporter, options)), found];
  };
  const plain = 'text,i,f\n=1+1,-5,-1.5\n-5,-1,-1e+300\n"a,""=1",0,0\n,,\n';
  assertEquals(await spelled(csv, false), [plain, ["=1+1"]]);
  assertEquals(await spelled(csv, true), [plain.replace("=1+1", "'=1+1"), []]);
  const tabs = 'text\ti\tf\n=1+1\t-5\t-1.5\n-5\t-1\t-1e+300\na,"=1\t0\t0\n\t\t\n';
  assertEquals(await spelled(tsv, false), [tabs, ["=1+1"]]);
  assertEquals(await spelled(tsv, true), [tabs.replace("=1+1", "'=1+1"), []]);
});

Deno.test("export writes formula-like texts unchanged with a warning, unless they are to be marked", () =>
  withFolder(async (folder) => {
    const writer = new MtrcWriter().head();
    FORMULAS.forEach((func, at) =>
      writer.alloc(at + 1, 0x1000 + 16 * at, 8, { thread: 1, func, file: "a.c", line: at + 1 })
    );
    const trace = `${folder}/t.mtrc`;
    await Deno.writeFile(trace, writer.trailer().take() as Uint8Array<ArrayBuffer>);
    const query = ["-e", "events | where line in {1, 2} | select func, line"];
    const out = `${folder}/a.csv`;
    const exact = await quarry(["export", trace, ...query, "-o", out]);
    assertEquals([exact.code, exact.out], [0, ""]);
    assertMatch(
      exact.err,
      /^warning: "[^"]+a.csv" has texts that a spreadsheet would evaluate, such as "=cmd/,
    );
    assertStringIncludes(exact.err, "and 1 more: --spreadsheet marks them");
    assertEquals(await Deno.readTextFile(out), "func,line\n=cmd|' /C calc'!A0,1\n-[Window draw:],2\n");
    const marked = await quarry(["export", trace, ...query, "-o", out, "--spreadsheet"]);
    assertEquals([marked.code, marked.err], [0, ""]);
    assertEquals(await Deno.readTextFile(out), "func,line\n'=cmd|' /C calc'!A0,1\n'-[Window draw:],2\n");
    // Output into a pipe is for a program.
    const piped = await quarry(["export", trace, ...query, "--to", "csv"]);
    assertEquals([piped.code, piped.err], [0, ""]);
    const ndjson = await quarry(["export", trace, ...query, "--to", "ndjson", "--spreadsheet"]);
    assertEquals([ndjson.code, ndjson.out], [2, ""]);
    assertStringIncludes(ndjson.err, "Option --spreadsheet has no effect on ndjson");
  }));
