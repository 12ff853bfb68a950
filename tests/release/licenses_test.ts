/** Every package includes the licence texts of its contents. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { LicensedPackage } from "../../src/cli/licenses/licensed_part.ts";
import { licensedParts, licenseTexts } from "../../src/cli/licenses/notice.ts";
import { bundle } from "../../tools/compile/bundle.ts";
import { run } from "../../tools/commands.ts";
import { lockedParts } from "../../tools/licenses/parts.ts";
import { packageOf } from "../../tools/npm_cache.ts";
import { quarry } from "../cli/program.ts";
import { atFullEffort } from "../support/effort.ts";
import { Temporary } from "../support/temporary.ts";

const ROOT = new URL("../../", import.meta.url);

function listed(product: LicensedPackage): string[] {
  return licensedParts(product).map(({ name, version }) => `${name}@${version}`);
}

Deno.test("every package that ends up in one of ours has its licence text: if not, run deno task licenses", () => {
  for (const { name, version, inside } of lockedParts()) {
    for (const product of inside) {
      const part = licensedParts(product).find((each) => each.name === name && each.version === version);
      assert(part && part.text.length > 400, `${name} ${version} has no text for the ${product}`);
    }
  }
  // The committed bundle names its packages.
  const head = Deno.readTextFileSync(new URL("src/mcp/sdk.js", ROOT)).slice(0, 4000);
  const committed = [...head.matchAll(/^\/\/ {3}(\S+) (\S+) \(/gm)].map(([, name, version]) =>
    `${name}@${version}`
  );
  assert(committed.length >= 8);
  assertEquals(committed.filter((each) => !listed("program").includes(each)), []);
});

Deno.test(
  atFullEffort("bundles of the program and of the extension have no package without a licence text"),
  async () => {
    using folder = Temporary.folder();
    const { ok, log, packages } = await bundle(`${folder.path}/program`, Deno.execPath());
    assert(ok, log);
    assert(packages.length >= 8);
    assertEquals(packages.filter((each) => !listed("program").includes(each)), []);
    const settings = (
      place: string,
    ): string[] => ["--config", `${place}/deno.json`, "--lock", `${place}/deno.lock`];
    for (
      const [product, place, entry, ...options] of [
        [
          "extension",
          "tools/vsix",
          "editors/vscode/src/extension.ts",
          "--format",
          "cjs",
          "--external",
          "vscode",
        ],
        ["program", "workbench", "workbench/main.ts", "--platform", "browser"],
        ["library", "tools/package", "tools/package/browser_zlib.ts", "--platform", "browser"],
      ] as const
    ) {
      const output = `${folder.path}/${product}_${place.replace("/", "_")}.js`;
      await run(
        Deno.execPath(),
        [
          "bundle",
          "--quiet",
          ...settings(place),
          ...options,
          "--sourcemap",
          "external",
          "--output",
          output,
          entry,
        ],
        { cwd: ROOT.pathname },
      );
      const { sources } = JSON.parse(await Deno.readTextFile(`${output}.map`)) as { sources: string[] };
      const found = new Set(sources.flatMap((source) => {
        const part = packageOf(source);
        return part ? [`${part.name}@${part.version}`] : [];
      }));
      assert(found.size > 0, place);
      assertEquals([...found].filter((each) => !listed(product).includes(each)), [], place);
    }
  },
);

Deno.test("quarry licenses lists the included packages, and shows their texts", async () => {
  const list = await quarry(["licenses"]);
  assertEquals(list.out.split("\n").length, licensedParts("program").length + 2);
  for (const line of ["deno\t", "v8\t", "@codemirror/view\t6", "zod\t", "vscode-languageserver\t"]) {
    assertStringIncludes(list.out, `\n${line}`);
  }
  const one = await quarry(["licenses", "fast-uri"]);
  assertStringIncludes(one.out, "fast-uri 3.1.9 (BSD-3-Clause)\n\n");
  assertStringIncludes(one.out, "Redistribution and use in source and binary forms");
  const full = await quarry(["licenses", "--full"]);
  assertEquals(full.out, licenseTexts(licensedParts("program")));
  for (const { name, version, text } of licensedParts("program")) {
    assertStringIncludes(full.out, `${name} ${version} (`);
    assertStringIncludes(full.out, text);
  }
  const { code, err } = await quarry(["licenses", "zood"]);
  assertEquals([code, err], [2, 'error: Nothing inside is called "zood": did you mean zod?\n']);
});
