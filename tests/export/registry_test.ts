/** Each format's output matches its entry in the registry. */
import { assertEquals } from "@std/assert";
import { exporterOfFile, exporters } from "../../src/export/registry.ts";
import { exportRows } from "./export_support.ts";
import { oddRows } from "./typed_rows.ts";

/** Whether bytes are text without NUL, as terminals and editors expect. */
function isText(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder("utf-8", { fatal: true }).decode(bytes).includes("\0");
  } catch {
    return false;
  }
}

for (const exporter of exporters) {
  if (exporter.takes !== "rows") continue;
  Deno.test(`${exporter.name}: its output is binary or text as declared, and no other format recognizes its first bytes`, async () => {
    const { session, table } = oddRows();
    const bytes = await exportRows(session, table, exporter);
    assertEquals(isText(bytes), !exporter.binary);
    const knowing: string[] = [];
    for (const { name, recognizes } of exporters) if (await recognizes?.(bytes)) knowing.push(name);
    assertEquals(knowing, exporter.recognizes ? [exporter.name] : []);
  });
}

Deno.test("an extension stands for one format, in upper case too, and the longest one wins", () => {
  for (const exporter of exporters) {
    for (const extension of exporter.extensions) {
      assertEquals(exporterOfFile(`run.v2${extension}`)?.name, exporter.name);
      assertEquals(exporterOfFile(`RUN${extension.toUpperCase()}`)?.name, exporter.name);
    }
  }
  assertEquals(exporterOfFile("run.unknown"), undefined);
  const ends = exporters.flatMap(({ extensions }) => extensions);
  assertEquals(ends.length, new Set(ends).size, "two formats have one end");
});
