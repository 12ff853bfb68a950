/** The viewer over a result, in a scripted terminal; tests/terminal tests it in a real one. */
import { atPrompt } from "./at_prompt.ts";

const RIGHT = "\x1b[C";
const END = "\x1b[F";
const ENTER = "\r";
const BACK = "\x7f";

Deno.test("the viewer sorts, searches and filters, and hands its query to the prompt", async () => {
  await atPrompt(async ({ type, until }) => {
    await type("allocs | where size > 20\r", "next:");
    await type(".view\r", "row 1 of ");
    for (let at = 0; at < 3; at++) await type(RIGHT);
    await until("[size]");
    await type("s", "allocs | where size > 20 | sort size desc\n");
    await until(/^> +\d+ +\d+ +0x[\da-f]+ +4\.0 KiB /m);
    await type("s", "allocs | where size > 20 | sort size\n");
    await type("/grow_table\r", /^> .* grow_table/m);
    await type("f", 'allocs | where size > 20 | sort size | where func == "grow_table"\n');
    await until(/row 1 of 4, /);
    await type("G", /row 4 of 4, /);
    await type("?", "s: sort, again: other way");
    await type("e", /> allocs \| where size > 20 \| sort size \| where func == "grow_table"$/m);
    await type(" | count\r", "│     4 │");
  }, { columns: 200, rows: 50 });
});

Deno.test("Enter leads from a group to its events and the life of a block, and back", async () => {
  await atPrompt(async ({ type, until }) => {
    await type("events | by func\r", "5 rows");
    await type(ENTER, "row 1 of 5, column 1 of 3");
    await type("\x1b[B");
    await type(ENTER, 'events | where func == "main"\n');
    await until("row 1 of 424, column 1 of 23");
    await type(ENTER, /^events \| where alloc == 31\n/m);
    await type(BACK, 'events | where func == "main"\n');
    await type(BACK, /row 2 of 5, column 1 of 3/);
    await type(BACK, "This is already the first result");
    await type("q", /quarry>$/);
  });
});

Deno.test("Enter on an event shows its stack, and columns scroll into view", async () => {
  await atPrompt(async ({ type, until }) => {
    await type("leaks | take 2\r", "2 rows");
    await type(ENTER, "row 1 of 2");
    await type(ENTER, /^events \| where alloc == \d+\n/m);
    await type(ENTER, /^events \| where seq == \d+ \| unwind \| select level/m);
    await until(/^> +0 +dupn +libjson\.c +5$/m);
    await type(BACK + BACK);
    await type(END, "[trace]");
    await until("◂");
  }, { sample: "testdata/sp-rtrace/c01-jsonidx.resolved.txt" });
});

Deno.test("the viewer fits into 40 columns and 12 rows", async () => {
  await atPrompt(async ({ type }) => {
    await type("by func, file, line | top 20 by bytes\r", "rows");
    await type(ENTER, "row 1 of ");
    await type("q", /quarry>$/);
  }, { columns: 40, rows: 12 });
});
