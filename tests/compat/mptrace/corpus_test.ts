import { assertEquals } from "@std/assert";
import { gunzipSync } from "node:zlib";
import { mprof } from "../../../src/compat/mprof/mod.ts";
import { mptrace } from "../../../src/compat/mptrace/mod.ts";
import type { StandIn } from "../../../src/compat/stand_in.ts";
import { caseFile, casesWith } from "../../formats/mtrc/support.ts";
import { entriesOf } from "../../support/effort.ts";
import { runStandIn } from "./support.ts";

/** How the original was called for each of its outputs; `@` stands for the file that it wrote. */
interface Reference {
  readonly tool: StandIn;
  readonly input: string;
  readonly args: readonly string[];
}

const trace = (...args: string[]): Reference => ({ tool: mptrace, input: "trace.mtrc", args });
const profile = (...args: string[]): Reference => ({ tool: mprof, input: "profile.mptl", args });

const REFERENCES: Readonly<Record<string, Reference>> = {
  "mptrace.txt": trace(),
  "mptrace-verbose.txt": trace("-v"),
  "mptrace-verbose-source.txt": trace("-v", "-s"),
  "mptrace.hatf": trace("-H", "@"),
  "mprof.txt": profile(),
  "mprof-counts.txt": profile("-c"),
  "mprof-addresses.txt": profile("-a"),
  "mprof-stack0.txt": profile("-n", "0"),
  "mprof-stack4-counts.txt": profile("-n", "4", "-c"),
  "mprof-callgraph.txt": profile("-v"),
  "mprof-callgraph-counts-addresses.txt": profile("-v", "-c", "-a"),
  "graph.dot": profile("-g", "@"),
  "graph-leaks.dot": profile("-g", "@", "-l"),
  "graph-leaks-counts-addresses.dot": profile("-g", "@", "-l", "-c", "-a"),
};

function referenceOf(name: string, file: string): Uint8Array | null {
  try {
    return caseFile(name, file);
  } catch {
    try {
      return new Uint8Array(gunzipSync(caseFile(name, `${file}.gz`)));
    } catch {
      return null;
    }
  }
}

/** Bytes as lines, so that a difference can be read. */
function lines(bytes: Uint8Array | undefined): string[] {
  return new TextDecoder("latin1").decode(bytes).split("\n");
}

for (const [turn, [file, { tool, input, args }]] of Object.entries(REFERENCES).entries()) {
  Deno.test(`${tool.name} ${args.join(" ")} prints the same as the original`, async () => {
    let compared = 0;
    const cases = entriesOf(casesWith(input), 0.45, turn);
    for (const name of cases) {
      const reference = referenceOf(name, file);
      if (!reference) continue;
      const written = args.map((arg) => arg === "@" ? file : arg);
      const { out, files, code, errors } = await runStandIn(tool, [...written, input], caseFile(name, input));
      assertEquals([code, errors], [0, ""]);
      assertEquals(lines(args.includes("@") ? files.get(file) : out), lines(reference), `${name}/${file}`);
      compared++;
    }
    assertEquals(compared, cases.length);
  });
}
