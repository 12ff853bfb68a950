/**
 * The Homebrew formula, for the available binaries.
 * @module
 */

import { sha256 } from "../commands.ts";
import { DESCRIPTION } from "./description.ts";

/** A system and a processor by their names in Homebrew, and by the target in Deno. */
const MACHINES = [
  ["macos", "arm", "aarch64-apple-darwin"],
  ["macos", "intel", "x86_64-apple-darwin"],
  ["linux", "arm", "aarch64-unknown-linux-gnu"],
  ["linux", "intel", "x86_64-unknown-linux-gnu"],
] as const;

/** The formula; `binary` returns the file for a machine, or nothing, and `address` is where they are published. */
export async function homebrewFormula(
  binary: (target: string) => string | undefined,
  address: string,
): Promise<string> {
  const { version, license, summary } = DESCRIPTION;
  const parts: string[] = [];
  for (const [system, processor, target] of MACHINES) {
    const path = binary(target);
    if (path === undefined) continue;
    parts.push(`  on_${system} do
    on_${processor} do
      url "${address}/quarry-${target}"
      sha256 "${await sha256(path)}"
    end
  end
`);
  }
  return `class Quarry < Formula
  desc "${summary}"
  homepage "${address}"
  version "${version}"
  license "${license}"

${parts.join("\n")}
  def install
    bin.install Dir["quarry-*"].first => "quarry"
    generate_completions_from_executable(bin/"quarry", "completions", shells: [:bash, :zsh, :fish])
    (man1/"quarry.1").write Utils.safe_popen_read(bin/"quarry", "man")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/quarry version")
  end
end
`;
}
