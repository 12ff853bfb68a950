/**
 * What is read of samples of each format, written out: header, tags, statistics, problems, and the first and last rows of each
 * table. `-- --update` writes `first_rows/FORMAT.txt` again, and it is read before it is kept.
 */
import { assertEquals } from "@std/assert";
import { formats } from "../../src/formats/registry.ts";
import { exactText } from "../../src/render/cell_text.ts";
import { ask, openSamples } from "./opened.ts";
import { type Sample, SAMPLES } from "./samples.ts";

/** Number of samples of each format, from the smallest to the largest of those below a size. */
const MOST_SAMPLES = 3;
const MOST_BYTES = 60_000;
const MOST_LETTERS = 60;

const clip = (text: string): string =>
  text.length <= MOST_LETTERS ? text : `${text.slice(0, MOST_LETTERS)}…(${text.length})`;

/** Some of the samples that are small: the first, the last and what is between. */
function chosen(format: string): readonly Sample[] {
  const all = SAMPLES.get(format)!;
  const small = all.filter(({ bytes }) => bytes.length <= MOST_BYTES);
  const from = small.length > 0 ? small : all.slice(0, 1);
  const at = Array.from(
    { length: MOST_SAMPLES },
    (_, each) => Math.floor(each * (from.length - 1) / (MOST_SAMPLES - 1)),
  );
  return [...new Set(at)].map((each) => from[each]!);
}

async function written({ format, path, bytes }: Sample): Promise<string> {
  const session = await openSamples({ t: { format, path, bytes } });
  const { trace } = session.traces[0]!;
  const spelled = (value: unknown): string =>
    clip(
      JSON.stringify(value, (_, each) =>
        typeof each === "bigint" ? `${each}` : each instanceof Map ? [...each] : each) ?? "",
    );
  const lines = [`== ${path}`, `header ${spelled(trace.header)}`];
  for (const { name, value } of trace.tags) lines.push(`tag ${clip(name)} = ${clip(value)}`);
  for (const [name, value] of trace.stats) lines.push(`stat ${name} = ${spelled(value)}`);
  for (const { code, offset, record, message, handling } of trace.problems.slice(0, 5)) {
    lines.push(`problem ${code} at ${offset}, ${record}: ${clip(message)}: ${clip(handling)}`);
  }
  for (const name of trace.tables.keys()) {
    const [answer] = await ask(session, `\`${name}\` | where true`).catch(() => []);
    if (answer === undefined) continue;
    const { columns, rows } = answer;
    lines.push(`table ${name}: ${rows.length} rows`);
    const shown = [...new Set([0, 1, 2, rows.length >> 1, rows.length - 1])].filter((at) =>
      at >= 0 && at < rows.length
    );
    for (const row of shown) {
      const cells = columns.flatMap((column, at) => {
        const value = rows[row]![at];
        return value === null || value === undefined
          ? []
          : [`${column.name}=${clip(exactText(column)(value))}`];
      });
      lines.push(`  ${row}: ${cells.join(" ")}`);
    }
  }
  session.closeAll();
  return lines.join("\n");
}

for (const { name } of formats) {
  Deno.test(`conformance of ${name}: header, tags and first rows of samples are as recorded`, async () => {
    const texts: string[] = [];
    for (const sample of chosen(name)) texts.push(await written(sample));
    const golden = new URL(`first_rows/${name}.txt`, import.meta.url);
    const text = texts.join("\n") + "\n";
    if (Deno.args.includes("--update")) await Deno.writeTextFile(golden, text);
    else assertEquals(text, await Deno.readTextFile(golden));
  });
}
