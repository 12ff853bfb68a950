/**
 * Reads the report that `deno test --junit-path` writes.
 * @module
 */

/** The outcome of a test. */
export type Outcome = "passed" | "failed" | "skipped";

/** A test of a report. */
export interface TestCase {
  /** File that registers the test. */
  readonly file: string;
  /** Name, without the reason why it was skipped; a number after it distinguishes tests with the same name. */
  readonly name: string;
  readonly outcome: Outcome;
  readonly seconds: number;
}

const CASE = /<testcase ([^>]*?)(\/>|>([^]*?)<\/testcase>)/g;
const SKIPPED = / \(skipped: [^]*\)$/;
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function attribute(text: string, name: string): string {
  const value = new RegExp(`(?:^| )${name}="([^"]*)"`).exec(text)?.[1] ?? "";
  return value.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex, decimal, name) =>
      hex || decimal
        ? String.fromCodePoint(hex ? parseInt(hex, 16) : Number(decimal))
        : ENTITIES[name] ?? whole,
  );
}

/** The tests of a report, in its order. */
export function testCases(report: string): TestCase[] {
  const seen = new Map<string, number>();
  return [...report.matchAll(CASE)].map(([, head, , body = ""]) => {
    const file = attribute(head!, "classname").replace(/^\.\//, "");
    let name = attribute(head!, "name").replace(SKIPPED, "");
    const count = (seen.get(`${file}\n${name}`) ?? 0) + 1;
    seen.set(`${file}\n${name}`, count);
    if (count > 1) name += ` #${count}`;
    const outcome = /<(?:failure|error)\b/.test(body)
      ? "failed"
      : /<skipped\b/.test(body)
      ? "skipped"
      : "passed";
    return { file, name, outcome, seconds: Number(attribute(head!, "time")) };
  });
}
