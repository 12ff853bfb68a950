/** What a release consists of: a bill of materials, a formula, and reproducible packages. */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { createHash } from "node:crypto";
import { cp as copyTree } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import project from "../../deno.json" with { type: "json" };
import { bundle } from "../../tools/compile/bundle.ts";
import { stableNames } from "../../tools/compile/stable_names.ts";
import { billOfMaterials } from "../../tools/release/bill_of_materials.ts";
import { sha256 } from "../../tools/commands.ts";
import { debianPackage } from "../../tools/release/debian_package.ts";
import { manifests } from "../../tools/release/manifests.ts";
import { homebrewFormula } from "../../tools/release/homebrew_formula.ts";
import { atFullEffort } from "../support/effort.ts";
import { withTools } from "../support/programs.ts";
import { withFolder } from "../support/temporary.ts";

const ROOT = new URL("../../", import.meta.url);

/** The output of a program. */
async function outputOf(program: string, ...args: string[]): Promise<string> {
  const { success, stdout } = await new Deno.Command(program, { args, stderr: "inherit" }).output();
  assert(success);
  return new TextDecoder().decode(stdout);
}

Deno.test("the bill of materials has every package of the lock file, once, with its digest", () => {
  const bill = JSON.parse(billOfMaterials()) as {
    components: {
      name: string;
      version: string;
      purl?: string;
      hashes?: { content: string }[];
      licenses: { license?: { id: string }; expression?: string }[];
    }[];
  };
  const lock = JSON.parse(Deno.readTextFileSync(new URL("deno.lock", ROOT))) as {
    npm: Record<string, { integrity: string }>;
  };
  for (const { name, licenses: [said] } of bill.components) {
    assert(/^[\w.-]+$|^\w+ AND \w+$/.test(said!.license?.id ?? said!.expression!), name);
  }
  const found = new Map(bill.components.map((each) => [`${each.name}@${each.version}`, each]));
  assertEquals(found.size, bill.components.length);
  for (const [key, { integrity }] of Object.entries(lock.npm)) {
    const digest = found.get(key.replace(/_.*/, ""))?.hashes?.[0]?.content;
    assertEquals(digest, Uint8Array.fromBase64(integrity.slice("sha512-".length)).toHex(), key);
  }
  assert(found.has("@modelcontextprotocol/sdk@1.32.2"), "what is committed is in the binary as well");
  assert(found.has("@codemirror/view@6.43.15"), "what the page has is in the binary as well");
  assert(
    found.has("pako@2.2.0") && !found.has("esbuild@0.28.2"),
    "what reads traces in a page, and not what built it",
  );
  assert(!found.has("express@5.2.1") && ![...found.keys()].some((each) => each.startsWith("express@")));
});

Deno.test("the Homebrew formula has the digest of each available binary", () =>
  withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/binary`, "a program");
    const formula = await homebrewFormula(
      (target) => target === "aarch64-apple-darwin" ? `${folder}/binary` : undefined,
      "https://example.org/q",
    );
    const digest = createHash("sha256").update("a program").digest("hex");
    assertEquals(await sha256(`${folder}/binary`), digest);
    assertMatch(
      formula,
      new RegExp(
        `on_arm do\n +url "https://example.org/q/quarry-aarch64-apple-darwin"\n +sha256 "${digest}"`,
      ),
    );
    assertEquals(formula.match(/sha256/g)!.length, 1);
    // Each block is closed: as many openings as ends.
    const opened = formula.match(/^\s*(?:class|def|test do|on_\w+ do)\b/gm)!.length;
    assertEquals(formula.match(/^\s*end$/gm)!.length, opened);
  }));

Deno.test(
  withTools(["bash"], "manifests for package managers have the digest of each available binary"),
  () =>
    withFolder(async (folder) => {
      await Deno.writeTextFile(`${folder}/binary`, "a program");
      const digest = await sha256(`${folder}/binary`);
      const address = "https://example.org/q";
      const all = await manifests(() => `${folder}/binary`, address);
      const text = (path: string): string => all.find((each) => each.path === path)!.text;
      assertEquals(all.length, 6);
      const scoop = JSON.parse(text("scoop/quarry.json"));
      assertEquals([scoop.version, scoop.architecture["64bit"].hash], [project.version, digest]);
      assertMatch(
        text("winget/Quarry.Quarry.installer.yaml"),
        new RegExp(`^  InstallerSha256: ${digest.toUpperCase()}$`, "m"),
      );
      await Deno.writeTextFile(`${folder}/PKGBUILD`, text("aur/PKGBUILD"));
      const shown =
        'source PKGBUILD; echo "$pkgver ${sha256sums_x86_64[0]} ${source_aarch64[0]}"; declare -F package';
      const { stdout } = await new Deno.Command("bash", { args: ["-e", "-c", shown], cwd: folder }).output();
      assertEquals(
        new TextDecoder().decode(stdout),
        `${project.version} ${digest} quarry-${project.version}::${address}/quarry-aarch64-unknown-linux-gnu\npackage\n`,
      );
      assertEquals(text("nix/package.nix").match(new RegExp(digest, "g"))!.length, 4);
      const onlyMac = await manifests(
        (target) => target === "aarch64-apple-darwin" ? `${folder}/binary` : undefined,
        address,
      );
      assertEquals(onlyMac.map(({ path }) => path), ["nix/package.nix"]);
    }),
);

Deno.test(
  withTools(
    ["makepkg"],
    "makepkg builds the PKGBUILD into a package with the program, its man page and completions",
  ),
  () =>
    withFolder(async (folder) => {
      const program = `${folder}/quarry-x86_64-unknown-linux-gnu`;
      // The arguments that the packager passes to a program.
      await Deno.writeTextFile(program, '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
      const all = await manifests(() => program, `file://${folder}`);
      await Deno.writeTextFile(`${folder}/PKGBUILD`, all.find(({ path }) => path === "aur/PKGBUILD")!.text);
      // makepkg refuses to run as root.
      const nobody = Deno.uid() === 0 ? ["--reuid=65534", "--regid=65534", "--clear-groups"] : [];
      if (nobody.length > 0) {
        for (const path of [folder, program, `${folder}/PKGBUILD`]) await Deno.chown(path, 65534, 65534);
      }
      const made = await new Deno.Command("setpriv", {
        args: [...nobody, "makepkg", "--nodeps"],
        cwd: folder,
        env: { HOME: folder, CARCH: "x86_64", PKGEXT: ".pkg.tar.gz" },
        stdout: "null",
        stderr: "null",
      }).output();
      assert(made.success);
      const listed = await outputOf(
        "tar",
        "-tzf",
        `${folder}/quarry-bin-${project.version}-1-x86_64.pkg.tar.gz`,
      );
      assertEquals(
        listed.split("\n").filter((line) => line.startsWith("usr/") && !line.endsWith("/")).sort(),
        [
          "usr/bin/quarry",
          "usr/share/bash-completion/completions/quarry",
          "usr/share/licenses/quarry-bin/LICENSES",
          "usr/share/man/man1/quarry.1.gz",
        ],
      );
    }),
);

/** Replaces Nix's collection of packages; shows what the package requests. */
const NIX_CALL = `let
  lib = { optionals = is: list: if is then list else []; licenses = { mit = "MIT"; }; };
  hostPlatform = { system = "x86_64-linux"; isLinux = true; };
  stdenv = { inherit hostPlatform; cc.cc.lib = "libstdc++"; mkDerivation = package: package; };
in import ./package.nix { inherit lib stdenv; fetchurl = source: source; autoPatchelfHook = "patch"; }`;

Deno.test(
  withTools(["nix"], "Nix evaluates its expression to the binary for this machine"),
  () =>
    withFolder(async (folder) => {
      await Deno.writeTextFile(`${folder}/binary`, "a program");
      const all = await manifests(() => `${folder}/binary`, "https://example.org/q");
      await Deno.writeTextFile(
        `${folder}/package.nix`,
        all.find(({ path }) => path === "nix/package.nix")!.text,
      );
      await Deno.writeTextFile(`${folder}/call.nix`, NIX_CALL);
      const { success, stdout } = await new Deno.Command("nix-instantiate", {
        args: ["--eval", "--strict", "--json", "call.nix"],
        cwd: folder,
        // Nothing is built, and nothing is kept.
        env: { NIX_STORE_DIR: `${folder}/store`, NIX_STATE_DIR: `${folder}/state`, HOME: folder },
        stderr: "null",
      }).output();
      assert(success);
      const { pname, version, src, meta } = JSON.parse(new TextDecoder().decode(stdout));
      assertEquals([pname, version, meta.license], ["quarry", project.version, "MIT"]);
      assertEquals(src, {
        url: "https://example.org/q/quarry-x86_64-unknown-linux-gnu",
        sha256: await sha256(`${folder}/binary`),
      });
    }),
);

Deno.test(
  withTools(
    ["dpkg-deb"],
    "the Debian package has the program, its man page and completions, and is reproducible",
  ),
  () =>
    withFolder(async (folder) => {
      // The arguments that the packager passes to a program.
      await Deno.writeTextFile(`${folder}/quarry`, '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
      const first = await debianPackage(`${folder}/quarry`, "amd64", folder);
      const digest = await sha256(first);
      assertEquals(await sha256(await debianPackage(`${folder}/quarry`, "amd64", folder)), digest);
      assertEquals((await outputOf("dpkg-deb", "-f", first, "Version")).trim(), project.version);
      const files = (await outputOf("dpkg-deb", "-c", first)).split("\n")
        .filter((line) => line.startsWith("-")).map((line) => /\.\/\S+$/.exec(line)![0]);
      assertEquals(files, [
        "./usr/bin/quarry",
        "./usr/share/bash-completion/completions/quarry",
        "./usr/share/doc/quarry/copyright",
        "./usr/share/fish/vendor_completions.d/quarry.fish",
        "./usr/share/man/man1/quarry.1.gz",
        "./usr/share/zsh/vendor-completions/_quarry",
      ]);
      await outputOf("dpkg-deb", "-x", first, `${folder}/out`);
      const zsh = await Deno.readTextFile(`${folder}/out/usr/share/zsh/vendor-completions/_quarry`);
      assertEquals(zsh, "completions zsh\n");
    }),
);

/** Variables that make Git use the repository of these sources in any folder; empty outside a repository. */
async function repository(): Promise<Record<string, string>> {
  const { success, stdout } = await new Deno.Command("git", {
    args: ["rev-parse", "--absolute-git-dir"],
    cwd: ROOT,
    stderr: "null",
  }).output();
  if (!success) return {};
  return { GIT_DIR: new TextDecoder().decode(stdout).trim(), GIT_WORK_TREE: fileURLToPath(ROOT) };
}

Deno.test(
  atFullEffort("sources in two folders build bundles with the same files, bytes and times"),
  () =>
    withFolder(async (folder) => {
      const listed = (name: string): Promise<string[]> => {
        const lines: Promise<string>[] = [];
        const walk = (path: string): void => {
          for (const { name: file, isDirectory } of Deno.readDirSync(`${folder}/${name}/${path}`)) {
            const at = `${path}${file}`;
            if (isDirectory) walk(`${at}/`);
            else lines.push(line(`${folder}/${name}`, at));
          }
        };
        walk("");
        return Promise.all(lines);
      };
      const line = async (root: string, path: string): Promise<string> =>
        `${path} ${(await Deno.stat(`${root}/${path}`)).mtime!.getTime()} ${await sha256(`${root}/${path}`)}`;
      assert((await bundle(`${folder}/a`, Deno.execPath())).ok);

      const copy = `${folder}/another/place/of/the/sources`;
      await Deno.mkdir(copy, { recursive: true });
      const parts = [
        "src",
        "tools",
        "workbench",
        "tests/support",
        "cli.ts",
        "mod.ts",
        "deno.json",
        "deno.lock",
      ];
      await cp(ROOT, copy, parts);
      const program = `import { bundle } from ${JSON.stringify(`file://${copy}/tools/compile/bundle.ts`)};
      if (!(await bundle(${JSON.stringify(`${folder}/b`)}, Deno.execPath())).ok) Deno.exit(1);`;
      await Deno.writeTextFile(`${copy}/make.ts`, program);
      const { code } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--no-check", "make.ts"],
        cwd: copy,
        // A copy has no history: the commit comes from the same repository.
        env: await repository(),
        stderr: "inherit",
      }).output();
      assertEquals(code, 0);
      const [one, other] = [await listed("a"), await listed("b")];
      assert(one.length > 100);
      assertEquals(other.sort(), one.sort());
    }),
);

Deno.test("names of chunks depend only on their contents, even in cycles", () => {
  const bundled = (first: string, second: string, third: string): Map<string, string> =>
    new Map([
      [`a-${first}.js`, `import "./b-${second}.js"; import "./b-${third}.js"`],
      [`b-${second}.js`, `import("./a-${first}.js")`],
      [`b-${third}.js`, "export const c = 1"],
      ["cli.js", `import "./a-${first}.js"`],
    ]);
  const now = [...stableNames(bundled("AAAAAAAA", "BBBBBBBB", "CCCCCCCC")).values()];
  assertEquals([...stableNames(bundled("ZZZZZZZZ", "11111111", "22222222")).values()], now);
  assertEquals(new Set(now).size, 3);
  assertEquals(now.map((name) => name.replace(/-[0-9A-F]{8}/, "")), ["a.js", "b.js", "b.js"]);
  const changed = bundled("AAAAAAAA", "BBBBBBBB", "CCCCCCCC").set("b-CCCCCCCC.js", "export const c = 2");
  const after = stableNames(changed);
  assertEquals([...after.values()].filter((name) => now.includes(name)), [after.get("b-BBBBBBBB.js")]);
});

/** Copies parts of a folder. */
async function cp(from: URL, to: string, parts: readonly string[]): Promise<void> {
  for (const part of parts) await copyTree(new URL(part, from), `${to}/${part}`, { recursive: true });
}
