/**
 * Headlines of samples and of short traces typed in by hand, complete with their rows and queries, and headlines as
 * text on screens of several widths. `-- --update` rewrites `recorded.txt`, for review.
 */
import { assertEquals } from "@std/assert";
import {
  baseName,
  labelOfRow,
  literalOf,
  numberOfRow,
  shareOf,
  sourceLocationOf,
  testsOf,
} from "../../src/headline/row_values.ts";
import type { Headline, HeadlineRow } from "../../src/headline/headline.ts";
import { headlineAbout } from "../../src/headline/headline_about.ts";
import { headlinesOf } from "../../src/headline/headlines.ts";
import { headlineLines } from "../../src/headline/text.ts";
import { ask } from "../conformance/opened.ts";
import { sampleSession } from "../support/sample_session.ts";
import { PAIRS, SAMPLES, smallSession, TYPED, TYPED_PAIRS } from "../support/small_traces.ts";

const GOLDEN = new URL("recorded.txt", import.meta.url);

function shareText(share: number | null): string {
  return share === null ? "" : ` share ${Number(share.toPrecision(6))}`;
}

/** A headline with everything that it has. */
function said({ traces, kind, sentence, damage, picture, rows, query }: Headline): string[] {
  const lines = [`[${kind}, ${traces.join(" and ")}] ${sentence}`];
  if (damage !== null) lines.push(`  damage: ${damage}`);
  if (picture?.kind === "curve") {
    const { title, axis, unit, points, query } = picture;
    const sum = points.reduce(
      (sum, { at, value }, index) => sum + (index + 1) * Number(value) + Number(at),
      0,
    );
    lines.push(`  curve: ${title}, ${axis}, ${unit}, ${points.length} points, ${sum}; ${query}`);
  } else if (picture?.kind === "bars") {
    lines.push(`  bars: ${picture.title}; ${picture.query}`);
    for (const bar of picture.bars) {
      lines.push(`    ${bar.label}: ${bar.value}${shareText(bar.share)} ${bar.tone ?? ""}`);
    }
  }
  for (const row of rows) {
    lines.push(
      `  - ${row.label} | ${row.detail ?? ""} | ${row.value}${shareText(row.share)} ${
        row.tone ?? ""
      } | ${row.query}`,
    );
  }
  if (query !== null) lines.push(`  query: ${query}`);
  return lines.map((line) => line.trimEnd());
}

/** A headline typed in by hand. */
function headline(
  sentence: string,
  rows: readonly (readonly [string, string | null, string, number | null, HeadlineRow["tone"]?])[],
  more: Partial<Headline> = {},
): Headline {
  return {
    traces: ["a"],
    kind: "rows",
    sentence,
    damage: null,
    picture: null,
    rows: rows.map(([label, detail, value, share, tone = null]) => ({
      label,
      detail,
      value,
      share,
      tone,
      query: "",
    })),
    query: null,
    ...more,
  };
}

/** A curve through values. */
function curve(values: readonly number[], unit: "bytes" | "count"): Headline["picture"] {
  return {
    kind: "curve",
    title: "live",
    axis: "record",
    unit,
    points: values.map((value, at) => ({ at, value })),
    query: "",
  };
}

const SHARES = [0, 0.000_1, 1 / 96, 1 / 24, 0.5, 0.99, 1, null];
const DRAWN: Readonly<Record<string, Headline>> = {
  "a long sentence": headline(
    "one two three four five six seven eight nine ten a_word_that_is_longer_than_a_narrow_screen eleven",
    [],
    {
      damage: "the file ends in the middle of a record, and some other things are wrong with it",
    },
  ),
  "rows with shares": headline(
    "Shares",
    SHARES.map((
      share,
      at,
    ) => [`function_${at}`, `file_${at}.c:${at}`, `${10 ** at} B`, share, at % 2 === 0 ? "good" : "bad"]),
  ),
  "rows without shares": headline("None", [["a", null, "1", null], ["漢字\u202e", "x\ny", "2 漢", null]]),
  "a curve": headline("Curve", [], {
    picture: curve(Array.from({ length: 130 }, (_, at) => at * at % 97), "bytes"),
  }),
  "a short curve": headline("Curve", [], { picture: curve([0, 5000, 3], "count") }),
  "a curve of nothing": headline("Curve", [], { picture: curve([0, 0], "bytes") }),
};

async function recorded(): Promise<string> {
  const lines: string[] = [];
  for (
    const names of [...SAMPLES, ...Object.keys(TYPED)].map((each) => [each]).concat(
      [...PAIRS, ...TYPED_PAIRS].map((each) => [...each]),
    )
  ) {
    const session = await smallSession(...names);
    // The first one of two is about the changes.
    const [first] = await headlinesOf(session);
    lines.push(`=== ${names.join(" → ")}`, ...said(first!));
    session.closeAll();
  }
  for (const [name, each] of Object.entries(DRAWN)) {
    for (const width of [16, 24, 30, 31, 59, 60, 61, 100]) {
      lines.push(`=== ${name}, ${width} columns`);
      lines.push(...headlineLines(each, { width }).map((line) => `${line}|`));
    }
    const painted = headlineLines(each, {
      width: 70,
      firstNumber: 8,
      paint: (part, text) => `<${part} ${text}>`,
    });
    lines.push(`=== ${name}, in colours and with numbers`, ...painted);
  }
  return lines.join("\n") + "\n";
}

Deno.test("headlines of samples and of small traces are as recorded", async () => {
  const text = await recorded();
  if (Deno.args.includes("--update")) await Deno.writeTextFile(GOLDEN, text);
  else assertEquals(text, await Deno.readTextFile(GOLDEN));
});

Deno.test("known leaks are left out of a headline, and counted", async () => {
  const session = await sampleSession({ a: "testdata/mpatrol/wordfreq-le64/trace.mtrc" }, {
    read: () => "leak:read_word\n",
    beside: (_, path) => path,
  });
  await ask(session, 'suppress "known.supp"\n\nleaks | count');
  const { sentence, rows } = await headlineAbout(session);
  assertEquals([sentence, rows.map(({ value }) => value)], [
    "2 blocks (8.0 KiB) never freed, by code that the trace does not name; 24 leaks of 75 bytes left out; " +
    "peak 12.0 KiB at event 1071",
    ["8.0 KiB in 2 blocks"],
  ]);
  session.closeAll();
});

Deno.test("values of rows are shown and asked for as what they are", () => {
  const row = {
    func: "ns::f<int>(char)",
    addr: 255n,
    line: 0n,
    file: "/a/b.c",
    share: 0.5,
    none: null,
    is: true,
    name: "x",
  };
  assertEquals(["func", "addr", "line", "none", "file", "other"].map((key) => labelOfRow(row, key)), [
    "ns::f",
    "0xff",
    "0",
    null,
    "/a/b.c",
    null,
  ]);
  assertEquals(["line", "share", "name", "none", "is"].map((key) => numberOfRow(row, key)), [
    0n,
    0.5,
    0n,
    0n,
    0n,
  ]);
  assertEquals(["x", 1n, true, 0.5, null].map(literalOf), ['"x"', "1", "true", undefined, undefined]);
  assertEquals(
    testsOf(row, ["func", "none", "line"]),
    'func == "ns::f<int>(char)" and none is null and line == 0',
  );
  assertEquals(
    [
      row,
      { ...row, line: 7n },
      { ...row, line: null, place_line: 3n },
      { place_file: "c.c", place_line: 2n },
      {},
    ].map(sourceLocationOf),
    [
      "b.c",
      "b.c:7",
      "b.c:3",
      "c.c:2",
      null,
    ],
  );
  assertEquals(["/a/b.c", "a\\b.c", "b.c", "/a/b/", "", "/"].map(baseName), [
    "b.c",
    "b.c",
    "b.c",
    "b/",
    "",
    "/",
  ]);
  assertEquals([[1n, 4n], [0, 0], [5, 4], [-1, 4]].map(([part, whole]) => shareOf(part!, whole!)), [
    0.25,
    null,
    1,
    0,
  ]);
});
