/** The package of the extension: what a marketplace shows and requires. */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { run } from "../../tools/commands.ts";
import { inflateRawSync } from "node:zlib";
import { Temporary } from "../support/temporary.ts";

const ROOT = new URL("../../", import.meta.url);

/** The files of an archive, by its list at the end. */
function unzip(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer);
  const end = bytes.length - 22;
  assertEquals(view.getUint32(end), 0x504b0506, "the archive has no comment");
  const files = new Map<string, Uint8Array>();
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    const [packed, name] = [view.getUint32(at + 20, true), view.getUint16(at + 28, true)];
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const body = bytes.subarray(start, start + packed);
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name));
    files.set(path, view.getUint16(at + 10, true) === 8 ? new Uint8Array(inflateRawSync(body)) : body);
    at += 46 + name + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
}

Deno.test(
  "the extension has an icon, a repository, keywords, and the licences of its contents",
  async () => {
    using folder = Temporary.folder();
    const vsix = `${folder.path}/quarry.vsix`;
    await run(Deno.execPath(), ["task", "vsix", vsix, "--address", "https://example.net/q"], { cwd: ROOT });
    const files = unzip(await Deno.readFile(vsix));
    const textOf = (name: string): string => new TextDecoder().decode(files.get(name));
    const manifest = JSON.parse(textOf("extension/package.json"));
    assertEquals(manifest.repository, { type: "git", url: "https://example.net/q" });
    assert(manifest.keywords.length >= 5 && manifest.keywords.length <= 30);
    const icon = files.get(`extension/${manifest.icon}`)!.slice();
    const size = new DataView(icon.buffer);
    assertEquals([String.fromCharCode(...icon.subarray(1, 4)), size.getUint32(16), size.getUint32(20)], [
      "PNG",
      128,
      128,
    ]);
    // The manifest that is read before unpacking has the same values.
    const outer = textOf("extension.vsixmanifest");
    assertMatch(outer, /<Icon>extension\/icon\.png<\/Icon>/);
    assertMatch(outer, /Links\.Source" Value="https:\/\/example\.net\/q"/);
    assertMatch(outer, new RegExp(`<Tags>${manifest.keywords.join(",")}</Tags>`));
    assertMatch(
      textOf("extension/LICENSES.txt"),
      /vscode-languageclient 11\./,
    );
  },
);
