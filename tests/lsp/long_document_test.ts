/** Long documents: requests during typing are answered quickly, and a document that is too long gets a diagnostic. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { SERVE_LIMITS } from "../../src/base/limits/serve_limits.ts";
import { atFullEffort } from "../support/effort.ts";
import { Client } from "./client.ts";

const URI = "file:///long.qry";
const OPTIONS = { sanitizeOps: false, sanitizeResources: false };

/** A document of many queries, a tenth of which are definitions that the others use. */
function documentOf(characters: number): string {
  let text = "";
  for (let at = 0; text.length < characters; at++) {
    text += at % 10 === 0
      ? `let big${at} = size > ${at}\n\n`
      : `-- question ${at}\nevents | where size > ${at} and big${at - at % 10} | by func, file | top ${
        at % 20 + 1
      } by count\n\n`;
  }
  return text;
}

/** The diagnostics of a version. */
async function diagnosed(client: Client, version: number): Promise<Client["published"][number]> {
  while (true) {
    const found = client.published.find((each) => each.version === version);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

Deno.test({
  ...OPTIONS,
  ...atFullEffort("a document of 1.2 MB is analysed in slices, with requests and key presses in between"),
  async fn() {
    const client = await Client.start();
    const textDocument = { uri: URI };
    await client.open(URI, documentOf(1_200_000));
    const isDiagnosed = (): boolean => client.published.some(({ version }) => version === 1);
    const hover = client.request("textDocument/hover", { textDocument, position: { line: 3, character: 1 } })
      .then((answer) => ({ answer, isDiagnosed: isDiagnosed() }));
    const line = 15_000;
    const place = { line, character: 0 };
    const ask = async (version: number): Promise<void> => {
      await client.notify("textDocument/didChange", {
        textDocument: { uri: URI, version },
        contentChanges: [{ range: { start: place, end: place }, text: "l" }],
      });
      const position = { line, character: 1 };
      const range = { start: place, end: { line: line + 50, character: 0 } };
      await Promise.all([
        client.request("textDocument/completion", { textDocument, position }),
        client.request("textDocument/semanticTokens/range", { textDocument, range }),
        client.request("textDocument/inlayHint", { textDocument, range }),
        client.request("textDocument/documentSymbol", { textDocument }),
        client.request("textDocument/foldingRange", { textDocument }),
      ]);
    };
    const early = await hover;
    assert(early.answer !== null);
    assert(!early.isDiagnosed, "a request waits until all of the document is looked at");
    // tests/assist/long_text_test.ts counts how many parts are analysed again after a key press.
    await diagnosed(client, 1);
    for (const version of [2, 3]) {
      await ask(version);
      await diagnosed(client, version);
    }
    assertEquals(await client.stop(), 0);
  },
});

Deno.test({
  ...OPTIONS,
  ...atFullEffort(
    "a document that is too long gets one diagnostic and no answers, and other documents are answered",
  ),
  async fn() {
    const client = await Client.start();
    const textDocument = { uri: URI };
    await client.open(URI, documentOf(5_000_000));
    const { diagnostics } = await diagnosed(client, 1);
    assertEquals(diagnostics.length, 1);
    assertMatch(diagnostics[0]!.message, /A document may have 2,000,000 characters/);
    const position = { line: 0, character: 0 };
    assertEquals(await client.request("textDocument/hover", { textDocument, position }), null);
    assertEquals(await client.request("textDocument/semanticTokens/full", { textDocument }), { data: [] });
    await client.replace(URI, 2, "x".repeat(SERVE_LIMITS.editorText.most - 10));
    await client.replace(URI, 3, "leaks | wher size > 1");
    assertMatch((await diagnosed(client, 3)).diagnostics[0]!.message, /wher/);
    assertEquals(await client.stop(), 0);
  },
});
