/**
 * The Debian package: the binary, its manual page and completions. The same binary gives the same package.
 * @module
 */

import { licensedParts, licenseTexts } from "../../src/cli/licenses/notice.ts";
import { put, run } from "../commands.ts";
import { FILE_TIME } from "../compile/bundle.ts";
import { DESCRIPTION } from "./description.ts";
import { Temporary } from "../../tests/support/temporary.ts";

const ROOT = new URL("../../", import.meta.url);

/** The folders of the completions for each shell. */
const COMPLETIONS = {
  bash: "usr/share/bash-completion/completions/quarry",
  zsh: "usr/share/zsh/vendor-completions/_quarry",
  fish: "usr/share/fish/vendor_completions.d/quarry.fish",
};

/** Our license, and those of the contents. */
function copyright(): string {
  const ours = Deno.readTextFileSync(new URL("LICENSE", ROOT));
  return `${ours}\nThe program has these parts:\n\n${licenseTexts(licensedParts("program"))}`;
}

/** Packs a binary for a machine, by Debian's name; returns the path of the package. */
export async function debianPackage(binary: string, machine: string, output: string): Promise<string> {
  using folder = Temporary.folder();
  await put(`${folder.path}/usr/bin/quarry`, await Deno.readFile(binary), 0o755);
  for (const [shell, path] of Object.entries(COMPLETIONS)) {
    await put(`${folder.path}/${path}`, await run(binary, ["completions", shell]));
  }
  const manual = await run(binary, ["man"], { env: { SOURCE_DATE_EPOCH: String(FILE_TIME) } });
  await put(`${folder.path}/usr/share/man/man1/quarry.1`, manual);
  await run("gzip", ["-9n", `${folder.path}/usr/share/man/man1/quarry.1`]);
  await put(`${folder.path}/usr/share/doc/quarry/copyright`, copyright());
  const { name, version, summary, details, maintainer } = DESCRIPTION;
  const size = Math.ceil((await Deno.stat(binary)).size / 1024);
  const control = {
    Package: name,
    Version: version,
    Architecture: machine,
    Maintainer: maintainer,
    "Installed-Size": size,
    Depends: "libc6 (>= 2.31), libgcc-s1",
    Section: "devel",
    Priority: "optional",
    Description: `${summary}\n${details.map((line) => ` ${line}`).join("\n")}`,
  };
  const lines = Object.entries(control).map(([field, value]) => `${field}: ${value}\n`);
  await put(`${folder.path}/DEBIAN/control`, lines.join(""));
  await Deno.chmod(folder.path, 0o755);
  const file = `${output}/${name}_${version}_${machine}.deb`;
  await run("dpkg-deb", ["--root-owner-group", "-Zgzip", "--build", folder.path, file], {
    env: { SOURCE_DATE_EPOCH: String(FILE_TIME) },
  });
  return file;
}
