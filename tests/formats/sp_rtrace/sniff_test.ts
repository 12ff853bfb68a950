/** Which first lines are recognized as a report. */
import { assertEquals } from "@std/assert";
import { spRtrace } from "../../../src/formats/sp_rtrace/mod.ts";

const sniff = (text: string): boolean => spRtrace.sniff(new TextEncoder().encode(text));

const RECORDS = ["1. f(1) = 0x1", "@1 : context", "<1> : type (words)", ": /bin/x => 0x10-0x20"];
const BEFORE = [
  "",
  "\n",
  "\n\n",
  "\r\n",
  "# comment\n",
  "#\n\n# more\n",
  "pid=1\n",
  "pid=1, other\n\n",
  "& maps : 1-maps\n",
];

Deno.test("spRtrace.sniff() recognizes a trace by its first record, after any comments", () => {
  for (const record of RECORDS) {
    for (const before of BEFORE) {
      assertEquals(sniff(`${before}${record}\n`), true, `${before}${record}`);
      assertEquals(sniff(`${before}${record}\r\n`), true, `${before}${record}`);
      // A truncated line may continue in any way.
      assertEquals(sniff(`${before}${record}`), false, `${before}${record}`);
      assertEquals(sniff(`${before}x${before}${record}\n`), false, `${before}x${record}`);
    }
  }
});

Deno.test("spRtrace.sniff() recognizes a trace by two known keys in its first line", () => {
  assertEquals(sniff("version=2.0, arch=x86_64, pid=1, \nanything"), true);
  assertEquals(sniff("version=2.0, pid=1"), true);
  for (
    const text of [
      "",
      "pid=1\n",
      "pid=1\nanything\n",
      "what=1, ever=2\n",
      "\n",
      "# comment\n",
      "& maps : 1-maps\n",
    ]
  ) {
    assertEquals(sniff(text), false, text);
  }
});
