import { assert, assertEquals } from "@std/assert";
import { type Diagnostic, lineAndColumn, renderDiagnostic } from "../../src/base/diagnostic.ts";

/** A diagnostic about the first occurrence of a piece of the text. */
function about(text: string, piece: string, more: Partial<Diagnostic> = {}): Diagnostic {
  const start = text.indexOf(piece);
  return {
    severity: "error",
    code: "Q999",
    message: "Wrong",
    span: { start, end: start + piece.length },
    ...more,
  };
}

function rendered(text: string, piece: string, more: Partial<Diagnostic> = {}): string[] {
  return renderDiagnostic(about(text, piece, more), text).split("\n");
}

Deno.test("renderDiagnostic() underlines the span and puts the suggestion beside it", () => {
  assertEquals(rendered("allocs | where adr = 0x7f00", "adr", { suggestion: 'did you mean "addr"?' }), [
    "error[Q999]: Wrong",
    "  1 | allocs | where adr = 0x7f00",
    '    |                ^^^ did you mean "addr"?',
  ]);
});

Deno.test("renderDiagnostic() names file, line and column", () => {
  const text = "leaks\n| wher a";
  assertEquals(
    renderDiagnostic(about(text, "wher", { severity: "warning" }), text, { file: "a.qry" }).split("\n"),
    [
      "warning[Q999]: Wrong",
      " --> a.qry:2:3",
      "  2 | | wher a",
      "    |   ^^^^",
    ],
  );
});

Deno.test("renderDiagnostic() counts the columns of tabs and wide characters", () => {
  assertEquals(rendered("\ta\tbad", "bad").slice(1), ["  1 |     a   bad", "    |         ^^^"]);
  assertEquals(rendered("名前 == 値x", "値").slice(1), ["  1 | 名前 == 値x", "    |         ^^"]);
  assertEquals(rendered("👩‍👩‍👧 e\u0301 bad", "bad").slice(1), ["  1 | 👩‍👩‍👧 e\u0301 bad", "    |      ^^^"]);
});

Deno.test("renderDiagnostic() makes control characters visible", () => {
  assertEquals(rendered("a\x1b[2Jb bad\u202e", "bad").slice(1), [
    "  1 | a␛[2Jb bad\\u{202e}",
    "    |        ^^^",
  ]);
  assertEquals(rendered("x", "x", { message: "Found \x07\n" })[0], "error[Q999]: Found ␇␊");
});

Deno.test("renderDiagnostic() shows the first and last line of a longer span", () => {
  assertEquals(
    rendered("where a\nb\nc d\ne", "a\nb\nc", { suggestion: "shorter" }).slice(1),
    [
      "  1 | where a",
      "    |       ^",
      "...",
      "  3 | c d",
      "    | ^ shorter",
    ],
  );
});

Deno.test("renderDiagnostic() points past the end of a text or line", () => {
  const at = (text: string, start: number): string[] =>
    renderDiagnostic({ severity: "hint", code: "Q1", message: "M", span: { start, end: start } }, text).split(
      "\n",
    )
      .slice(1);
  assertEquals(at("leaks |", 7), ["  1 | leaks |", "    |        ^"]);
  assertEquals(at("leaks |\nb", 7), ["  1 | leaks |", "    |        ^"]);
  assertEquals(at("", 0), ["  1 |", "    | ^"]);
  assertEquals(at("a\n", 2), ["  2 |", "    | ^"]);
  assertEquals(at("a", 99), ["  1 | a", "    |  ^"]);
});

Deno.test("renderDiagnostic() clips long lines around the span", () => {
  for (const before of [0, 5, 60, 95, 200, 5000]) {
    for (const after of [0, 5, 60, 200, 5000]) {
      const text = "x".repeat(before) + "BAD" + "y".repeat(after);
      const [, source, underline] = rendered(text, "BAD");
      assert(source!.length <= 100, `${before} ${after}: ${source!.length}`);
      const at = underline!.indexOf("^");
      assertEquals(source!.slice(at, at + 3), "BAD", `${before} ${after}`);
      assertEquals(underline!.trimEnd().slice(at), "^^^");
      assertEquals(
        source!.includes("x…") || source!.startsWith("  1 | …"),
        source!.indexOf("BAD") - 6 < before,
      );
      assertEquals(source!.endsWith("…"), source!.length - source!.indexOf("BAD") - 3 < after);
    }
  }
  const [, source, underline] = rendered("z".repeat(3000), "z".repeat(3000));
  assert(source!.length <= 100 && underline!.length <= 100);
});

Deno.test("renderDiagnostic() uses colours only on request", () => {
  const diagnostic = about("bad", "bad");
  const plain = renderDiagnostic(diagnostic, "bad");
  const colored = renderDiagnostic(diagnostic, "bad", { color: true });
  assert(!plain.includes("\x1b") && colored.includes("\x1b[1;31m"));
  const pieces = colored.split("\x1b");
  assertEquals(pieces.map((piece) => piece.replace(/^\[[\d;]*m/, "")).join(""), plain);
});

Deno.test("lineAndColumn() handles every line break and both ends", () => {
  const text = "a\nb\r\nc\rd";
  assertEquals([0, 1, 2, 3, 5, 7, 8].map((offset) => lineAndColumn(text, offset)), [
    { line: 1, column: 1 },
    { line: 1, column: 2 },
    { line: 2, column: 1 },
    { line: 2, column: 2 },
    { line: 3, column: 1 },
    { line: 4, column: 1 },
    { line: 4, column: 2 },
  ]);
  assertEquals(lineAndColumn(text, -5), { line: 1, column: 1 });
  assertEquals(lineAndColumn(text, 99), { line: 4, column: 2 });
});

Deno.test("renderDiagnostic() keeps to the width of the screen, so that the underline stays in position", () => {
  const text = `${"allocs | where size > 1 | ".repeat(6)}sort sise | ${"take 5 | ".repeat(9)}count`;
  const start = text.indexOf("sise");
  const mistake: Diagnostic = {
    severity: "error",
    code: "Q203",
    message: 'Unknown column "sise"',
    span: { start, end: start + 4 },
    suggestion: 'did you mean "size"?',
  };
  for (let width = 24; width <= 100; width++) {
    const lines = renderDiagnostic(mistake, text, { width }).split("\n");
    const [, shown = "", underline = "", suggestion] = lines;
    assert(shown.length <= width && underline.length <= width, `${width}\n${lines.join("\n")}`);
    assertEquals(shown.slice(underline.indexOf("^"), underline.lastIndexOf("^") + 1), "sise");
    if (suggestion === undefined) assert(underline.endsWith(' did you mean "size"?'));
    else assertEquals(suggestion, 'did you mean "size"?');
  }
});
