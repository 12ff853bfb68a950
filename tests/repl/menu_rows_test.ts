/** The appearance of the completion menu. */
import { assert, assertEquals } from "@std/assert";
import { menuRows } from "../../src/repl/menu_rows.ts";
import { chooseTheme } from "../../src/repl/theme.ts";

const NONE = chooseTheme("none", true, () => undefined);

Deno.test("menuRows() gives labels at most half of the screen, details a third, and descriptions the rest", () => {
  for (const columns of [30, 41, 80, 121]) {
    for (const lengths of [[3, 5], [60, 5], [3, 90], [60, 90]] as const) {
      const item = {
        label: "l".repeat(lengths[0]),
        detail: "d".repeat(lengths[1]),
        doc: "w".repeat(300),
      };
      const rows = menuRows({ items: [item, item], selected: 1 } as never, { columns, rows: 5 }, NONE);
      const text = rows.map((row) => row.toString().trimEnd());
      assertEquals(text.length, 2);
      for (const [at, line] of text.entries()) {
        assert(line.length < columns, `${columns}: "${line}"`);
        assert(line.startsWith(at === 1 ? "> l" : "  l"));
        const count = (letter: string): number => line.split(letter).length - 1;
        const [labels, details] = [Math.floor((columns - 1) * 0.5), Math.floor((columns - 1) * 0.3)];
        assertEquals(count("l"), lengths[0] <= labels ? lengths[0] : labels - 1, `${columns}: "${line}"`);
        assertEquals(count("d"), lengths[1] <= details ? lengths[1] : details - 1, `${columns}: "${line}"`);
      }
    }
  }
});

Deno.test("menuRows() highlights the typed letters and the selected item", () => {
  const theme = chooseTheme("dark", true, () => undefined);
  const item = { label: "abcd", detail: "", doc: "", matched: [1, 3] };
  const [first, second] = menuRows(
    { items: [item, item], selected: 1 } as never,
    { columns: 30, rows: 5 },
    theme,
  );
  const [plain, match, chosen] = (["menu", "menu-match", "menu-chosen"] as const).map(
    (style) => (text: string) => theme.paint(style, text),
  );
  assert(first!.toString().startsWith(plain!("  a") + match!("b") + plain!("c") + match!("d")), `${first}`);
  assert(second!.toString().startsWith(chosen!("> abcd").slice(0, -4)), `${second}`);
});
