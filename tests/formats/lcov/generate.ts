/** Coverage of invented sources, in each supported syntax. */

import { Random } from "../../support/random.ts";

/** Number of lines of a function. */
const STEP = 25;

/** A source file: counts of its lines from 1 on, and of the two outcomes of every tenth line. */
interface Source {
  readonly name: string;
  readonly counts: readonly number[];
  readonly outcomes: readonly (readonly [number, number])[];
}

/** The syntaxes, by the name of the tool that writes them. */
export type CoverageSyntax = "lcov" | "gcov" | "llvm-cov" | "coverage.py" | "cobertura";

const WRITERS: Readonly<Record<CoverageSyntax, (sources: readonly Source[]) => string>> = {
  lcov: infoOf,
  gcov: gcovOf,
  "llvm-cov": llvmOf,
  "coverage.py": pythonOf,
  cobertura: coberturaOf,
};

/** A file of this many source lines, or a few more; each source has `linesEach` of them. */
export function generateCoverage(
  { lines, seed, syntax, linesEach = 500 }: {
    readonly lines: number;
    readonly seed: number;
    readonly syntax: CoverageSyntax;
    readonly linesEach?: number;
  },
): Uint8Array<ArrayBuffer> {
  const random = new Random(seed);
  const count = (): number => random.below(random.oneIn(9) ? 1_000_000 : 10);
  const sources = Array.from({ length: Math.ceil(lines / linesEach) }, (_, at): Source => ({
    name: `part${at % 40}/file${at}.c`,
    counts: Array.from({ length: linesEach }, count),
    outcomes: Array.from({ length: Math.ceil(linesEach / 10) }, () => [random.below(50), random.below(50)]),
  }));
  return new TextEncoder().encode(WRITERS[syntax](sources));
}

function functionsOf(counts: readonly number[]): number {
  return Math.ceil(counts.length / STEP);
}

function infoOf(sources: readonly Source[]): string {
  const text: string[] = [];
  for (const [at, { name, counts, outcomes }] of sources.entries()) {
    text.push(`TN:\nSF:/src/${name}`);
    for (let func = 0; func < functionsOf(counts); func++) text.push(`FN:${1 + STEP * func},f${func}_${at}`);
    for (let func = 0; func < functionsOf(counts); func++) {
      text.push(`FNDA:${counts[STEP * func]},f${func}_${at}`);
    }
    for (const [line, count] of counts.entries()) {
      if (line % 10 === 0) {
        const [taken, not] = outcomes[line / 10]!;
        text.push(`BRDA:${line + 1},0,0,${taken}`, `BRDA:${line + 1},0,1,${not}`);
      }
      text.push(`DA:${line + 1},${count}`);
    }
    text.push("end_of_record");
  }
  return text.join("\n") + "\n";
}

/** As gcov of gcc 12 and later prints it, with spaces. */
function gcovOf(sources: readonly Source[]): string {
  const files = sources.map(({ name, counts, outcomes }, at) => {
    const lines = counts.map((count, line) => {
      const [taken, not] = outcomes[line / 10] ?? [];
      const branches = taken === undefined
        ? ""
        : [[taken, true], [not, false]].map(([each, falls]) =>
          `{"fallthrough": ${falls}, "count": ${each}, "throw": false}`
        ).join(", ");
      return `{"branches": [${branches}], "count": ${count}, "line_number": ${line + 1}, ` +
        `"unexecuted_block": ${count === 0}, "function_name": "f${Math.floor(line / STEP)}_${at}"}`;
    });
    const functions = Array.from({ length: functionsOf(counts) }, (_, func) => {
      const first = 1 + STEP * func, called = counts[first - 1]!;
      return `{"blocks": 7, "end_column": 1, "start_line": ${first}, "name": "f${func}_${at}", ` +
        `"blocks_executed": ${called > 0 ? 7 : 0}, "execution_count": ${called}, ` +
        `"demangled_name": "f${func}_${at}", "start_column": 5, "end_line": ${first + STEP - 1}}`;
    });
    return `{"file": "${name}", "functions": [${functions.join(", ")}], "lines": [${lines.join(", ")}]}`;
  });
  return `{"gcc_version": "12.2.0", "files": [${files.join(", ")}], "format_version": "1", ` +
    `"current_working_directory": "/src", "data_file": "a-b.gcda"}`;
}

/** A line becomes a segment, and a branch has two outcomes at one position. */
function llvmOf(sources: readonly Source[]): string {
  const files: string[] = [], functions: string[] = [];
  for (const [at, { name, counts, outcomes }] of sources.entries()) {
    const branches = outcomes.map(([taken, not], each) =>
      `[${10 * each + 1},7,${10 * each + 1},19,${taken},${not},0,0,4]`
    );
    const segments = counts.map((count, line) => `[${line + 1},3,${count},true,true,false]`);
    files.push(
      `{"branches":[${branches}],"expansions":[],"filename":"/src/${name}","segments":[${segments}],` +
        `"summary":{"lines":{"count":${counts.length},"covered":${
          counts.filter((count) => count > 0).length
        }}}}`,
    );
    for (let func = 0; func < functionsOf(counts); func++) {
      const first = 1 + STEP * func;
      const region = `[${first},1,${first + STEP - 1},2,${counts[first - 1]},0,0,0]`;
      functions.push(
        `{"branches":[],"count":${counts[first - 1]},"filenames":["/src/${name}"],"name":"f${func}_${at}",` +
          `"regions":[${region}]}`,
      );
    }
  }
  return `{"data":[{"files":[${files}],"functions":[${functions}],"totals":{}}],` +
    `"type":"llvm.coverage.json.export","version":"2.0.1"}`;
}

function pythonOf(sources: readonly Source[]): string {
  const files: Record<string, unknown> = {};
  for (const { name, counts } of sources) {
    const executed: number[] = [], missing: number[] = [];
    counts.forEach((count, line) => (count > 0 ? executed : missing).push(line + 1));
    files[name] = {
      executed_lines: executed,
      summary: {
        covered_lines: executed.length,
        num_statements: counts.length,
        missing_lines: missing.length,
      },
      missing_lines: missing,
      excluded_lines: [],
      contexts: Object.fromEntries(executed.map((line) => {
        const tests = [...new Set([line % 7, counts[line - 1]! % 11])];
        return [line, tests.map((test) => `tests/test_part.py::test_${test}|run`)];
      })),
    };
  }
  const meta = { format: 3, version: "7.17.4", branch_coverage: false, show_contexts: true };
  return JSON.stringify({ meta, files, totals: {} });
}

/** As gcovr writes it, on one line. */
function coberturaOf(sources: readonly Source[]): string {
  const classes = sources.map(({ name, counts, outcomes }) => {
    const lines = counts.map((count, line) => {
      const [taken, not] = outcomes[line / 10] ?? [];
      if (taken === undefined) return `<line number="${line + 1}" hits="${count}" branch="false"/>`;
      const percent = 50 * (Number(taken > 0) + Number(not! > 0));
      return `<line number="${line + 1}" hits="${count}" branch="true" ` +
        `condition-coverage="${percent}% (${percent / 50}/2)"><conditions>` +
        `<condition number="0" type="jump" coverage="${percent}%"/></conditions></line>`;
    });
    return `<class name="${name.replace(/\W/g, "_")}" filename="${name}" line-rate="0.9" branch-rate="0.9" ` +
      `complexity="0.0"><methods/><lines>${lines.join("")}</lines></class>`;
  });
  return `<?xml version='1.0' encoding='utf-8'?>\n<coverage line-rate="0.9" branch-rate="0.9" ` +
    `timestamp="1795647251" version="gcovr 8.8"><sources><source>/src</source></sources><packages>` +
    `<package name="" line-rate="0.9" branch-rate="0.9" complexity="0.0"><classes>${classes.join("")}` +
    `</classes></package></packages></coverage>\n`;
}
