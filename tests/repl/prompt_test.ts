import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { HistoryFile } from "../../src/repl/history_file.ts";
import { atPrompt } from "./at_prompt.ts";
import { Temporary } from "../support/temporary.ts";

Deno.test("the prompt greets with a description of the trace and three queries", async () => {
  await atPrompt(async ({ terminal, now }) => {
    const screen = terminal.screen.lines.join("\n");
    assertStringIncludes(screen, "quarry: mtrc 1.5.1, 64-bit, little-endian");
    assertStringIncludes(screen, "1,257 rows in events");
    assertStringIncludes(screen, "26 blocks (8.1 KiB) never freed: 75 bytes in 24 blocks from `read_word`");
    assertStringIncludes(screen, "leaks | where line > 0 | by func, line | top 10 by bytes");
    assertStringIncludes(screen, ".help");
    assertEquals(now(), "quarry> ▏");
    await terminal.settle();
  });
});

Deno.test("the prompt runs entries and suggests the next queries", async () => {
  await atPrompt(async ({ terminal, now, conversation }) => {
    await terminal.type(..."events | by kind", "\r");
    await terminal.settle(50);
    const screen = terminal.screen.lines.join("\n");
    assertStringIncludes(screen, "│ internal │    15 │ 240.0 KiB │");
    assertStringIncludes(screen, 'next: 1 events | where kind == "internal" | top 10 by size');
    assertEquals(now(), "quarry> ▏");
    assertEquals(conversation.history.entries.at(-1), "events | by kind");
  });
});

Deno.test("the prompt underlines errors during typing, but not in an unfinished word", async () => {
  await atPrompt(async ({ terminal, now }) => {
    await terminal.type(..."leaks | where siz");
    assert(!now().includes("^"), now());
    await terminal.type(..."y > 3 ");
    assertStringIncludes(
      now(),
      "quarry> leaks | where sizy > 3 ▏\n                      ^^^^ Unknown column",
    );
    assertStringIncludes(now(), '"size"');
    // After the correction, the diagnostic disappears.
    await terminal.type("\x1b[D".repeat(5), "\x7f", "e");
    assert(!now().includes("Unknown"), now());
  });
});

Deno.test("the prompt completes with a menu that disappears after use", async () => {
  await atPrompt(async ({ terminal, now }) => {
    await terminal.type(..."leaks | by f", "\t");
    assertStringIncludes(now(), "> func");
    assertStringIncludes(now(), "  file ");
    assertStringIncludes(now(), "source file of the allocation");
    await terminal.type("i");
    assertStringIncludes(now(), "> file");
    await terminal.type("\r");
    assertEquals(now().split("\n")[0], "quarry> leaks | by file▏");
    assert(!now().includes("source file"), now());
    await terminal.type("\x15", ..."kind:", "\t");
    assertStringIncludes(now(), "realloc");
  });
});

Deno.test("the prompt completes dot commands and their arguments", async () => {
  await atPrompt(async ({ terminal, now }) => {
    await terminal.type(..."\x15.sch", "\t");
    assertEquals(now().split("\n")[0], "quarry> .schema ▏");
    await terminal.type(..."all", "\t");
    assertEquals(now().split("\n")[0], "quarry> .schema allocs▏");
    await terminal.type("\x15", ..."a\x15", ..."x\x15", "\x15", ..." \x15");
    await terminal.type(..."\x15.mode j", "\t");
    assertStringIncludes(now(), ".mode json▏");
  });
});

Deno.test("the prompt accepts several lines and shows them with a continuation prompt", async () => {
  await atPrompt(async ({ terminal, now }) => {
    await terminal.type(..."leaks |", "\r", ..."count");
    assertEquals(now().split("\n").slice(0, 2), ["quarry> leaks |", "   ...> count▏"]);
    await terminal.type("\x1b\r", ..."| take 1");
    assertEquals(now().split("\n").slice(0, 3), ["quarry> leaks |", "   ...> count", "   ...> | take 1▏"]);
    await terminal.type("\r");
    await terminal.settle(40);
    assertEquals(now(), "quarry> ▏");
    assertStringIncludes(terminal.screen.lines.join("\n"), "1 row");
    await terminal.type("\x1b[A");
    assertStringIncludes(now(), "   ...> | take 1▏");
  });
});

Deno.test("a paste never runs by itself", async () => {
  await atPrompt(async ({ terminal, now, host }) => {
    const before = host.written.out;
    await terminal.type("\x1b[200~leaks | count\r\nevents | ", "count\r\n\x1b[201~");
    assertEquals(now().split("\n").slice(0, 2), ["quarry> leaks | count", "   ...> events | count▏"]);
    assertEquals(host.written.out, before);
  });
});

Deno.test("the prompt searches the history and suggests entries from it", async () => {
  await atPrompt(async ({ terminal, now }) => {
    await terminal.type("\x12", ..."tak");
    assertEquals(now(), 'search "tak": events | ▏take 3');
    await terminal.type(..."zz");
    assertStringIncludes(now(), 'no search "takzz": ');
    await terminal.type("\x07");
    assertEquals(now(), "quarry> ▏");
    await terminal.type(..."lea", "\x1b[A", "\x1b[A");
    assertEquals(now().split("\n")[0], "quarry> leaks | by file▏");
  });
});

Deno.test("a suggestion is shown in grey and accepted with the right arrow", async () => {
  await atPrompt(async ({ terminal, now }) => {
    await terminal.type(..."ev");
    assertEquals(now().split("\n")[0], "quarry> ev▏ents | take 3");
    await terminal.type("\x1b[C");
    assertEquals(now().split("\n")[0], "quarry> events | take 3▏");
    assertStringIncludes(terminal.sent.join(""), "\x1b[38;5;242m");
  }, { color: true, env: { TERM: "xterm-256color" } });
});

Deno.test("output without colour has no escape sequences, and notes cannot be mistaken for text", async () => {
  await atPrompt(async ({ terminal, now }) => {
    await terminal.type(..."ev");
    assertEquals(now().split("\n")[0], "quarry> ev▏");
    await terminal.type("\x15", ..."leaks | by file", "\r");
    await terminal.settle(30);
    // deno-lint-ignore no-control-regex
    assertEquals(terminal.sent.join("").match(/\x1b\[[\d;]*m/g), null);
  });
});

Deno.test("Ctrl-C drops the line, Ctrl-D exits at an empty line, Ctrl-L clears the screen", async () => {
  await atPrompt(async ({ terminal, now }) => {
    await terminal.type(..."half a quer", "\x03");
    assertStringIncludes(terminal.screen.lines.join("\n"), "quarry> half a quer^C");
    assertEquals(now(), "quarry> ▏");
    await terminal.type(..."x", "\x0c");
    assertEquals(terminal.screen.row, 0);
    await terminal.type("\x7f", "\x04");
    assertEquals(terminal.mode, "plain");
  });
});

Deno.test("the window may change its size during typing", async () => {
  await atPrompt(async ({ terminal, now }) => {
    const query = "leaks | where size > 1K | by file, line | top 10 by bytes";
    await terminal.type(query);
    for (const columns of [40, 23, 60, 80]) {
      await terminal.resize(columns);
      const text = now().split("\n").join("").replace("▏", "");
      assertStringIncludes(text.replaceAll(" ", ""), `quarry>${query}`.replaceAll(" ", ""));
      assertEquals(terminal.screen.lines.filter((line) => line.startsWith("quarry>")).length, 1);
    }
  });
});

Deno.test("the prompt works in 40 columns", async () => {
  await atPrompt(async ({ terminal, now }) => {
    for (const line of terminal.screen.lines) assert(line.length <= 40);
    await terminal.type(..."leaks | by f", "\t");
    assertStringIncludes(now(), "> func");
    await terminal.type("\x1b", "\x1b");
    await terminal.settle(80);
    await terminal.type("\x15", ..."leaks | where sizy > 3 | count ");
    assertStringIncludes(now(), "^^^^");
    assertStringIncludes(now(), "Unknown column");
  }, { columns: 40 });
});

Deno.test("Alt-H explains the word at the cursor until the next key", async () => {
  await atPrompt(async ({ terminal, now }) => {
    await terminal.type(..."leaks | where size", "\x1bh");
    assertStringIncludes(now(), "column");
    assertStringIncludes(now(), "size, after the last resize");
    await terminal.type(" ");
    assert(!now().includes("after the last"), now());
  });
});

Deno.test("Ctrl-X Ctrl-E inserts the text from the editor and does not run it", async () => {
  await atPrompt(async ({ terminal, now }) => {
    await terminal.type(..."leaks", "\x18\x05");
    assertEquals(now().split("\n")[0], "quarry> leaks | count▏");
  }, { edited: (text) => `${text} | count\n` });
});

Deno.test("wide characters keep their positions", async () => {
  await atPrompt(async ({ terminal, now }) => {
    await terminal.type(...'func == "日本語"', "\x1b[D\x1b[D", "x");
    assertEquals(now().split("\n")[0], 'quarry> func == "日本x▏語"');
  });
});

Deno.test("each key causes one frame of output", async () => {
  await atPrompt(async ({ terminal }) => {
    await terminal.type("l");
    const before = terminal.sent.length;
    await terminal.type("e", "a", "k", "s");
    assertEquals(terminal.sent.length - before, 4);
    for (const sent of terminal.sent.slice(before)) assert(sent.length < 200, JSON.stringify(sent));
  });
});

Deno.test("a key applies the suggested fix, during typing and after the query failed", async () => {
  await atPrompt(async ({ type, until, terminal, now }) => {
    await type("leaks | by fumc ", 'did you mean "func"? (Alt-.)');
    await type("\x1b.");
    assertEquals(now().split("\n")[0]!.replace("▏", "").trimEnd(), "quarry> leaks | by func");
    await type("\x15leaks | top 5 size\r", "write: leaks | top 5 by size");
    await until(/Alt-\. or 1 runs it\nquarry>$/);
    // The corrected query runs at once.
    await type("\x1b.", "5 rows");
    await until(/> leaks \| top 5 by size/);
    // The corrected error may be one of several.
    await type("leaks | by fumc; leaks | tak 3\r", 'did you mean "take"?');
    await type("\x1b.", /> leaks \| by func; leaks \| tak 3$/m);
    await terminal.settle();
  });
});

Deno.test("numbers run suggested queries, and .next lists them again", async () => {
  await atPrompt(async ({ type, until }) => {
    // The rows of the headline come first.
    await until("1 ▏            75 bytes in 24 blocks  read_word");
    await until("3 leaks | where line > 0 | by func, line | top 10 by bytes  leaks by line");
    await type("2\r", "> leaks | where func is null\n");
    await type("\x0cleaks | by file\r", 'next: 1 leaks | where file == "wordfreq.c" | top 10 by size');
    await type("\x0c.next\r", /^1 leaks \| where file == "wordfreq.c" \| top 10 by size$/m);
    await type("1\r", "10 rows");
    // The history has the query that ran.
    await type("\x1b[A", /> leaks \| where file == "wordfreq.c" \| top 10 by size$/m);
  }, { columns: 100 });
});

Deno.test("the history is kept for the next session, and is private", async () => {
  using folder = Temporary.folder();
  const path = `${folder.path}/state/history`;
  await atPrompt(async ({ type }) => {
    for (const query of ["leaks | count", "events | by kind"]) {
      await type(`${query}\r`, /rows?\n(next: .*\n)?quarry>$/);
      await type("\x0c");
    }
  }, { historyFile: new HistoryFile(path), history: [] });
  if (Deno.build.os !== "windows") assertEquals(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
  const historyFile = new HistoryFile(path);
  await atPrompt(async ({ type, until }) => {
    await until(/quarry>$/);
    await type("l");
    await type("\x1b[A", /^quarry> leaks \| count$/m);
  }, { historyFile, history: await historyFile.read() });
});
