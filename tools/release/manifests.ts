/**
 * Manifests of a release for package managers: Scoop and WinGet for Windows, a PKGBUILD for Arch Linux, an expression
 * for Nix. Each lists the available binaries with their digests.
 * @module
 */

import { sha256 } from "../commands.ts";
import { DESCRIPTION } from "./description.ts";

/** The file of the binary for a machine, or nothing. */
type BinaryFor = (target: string) => string | undefined;

/** A file for a package manager. */
interface Manifest {
  readonly path: string;
  readonly text: string;
}

const WINDOWS = "x86_64-pc-windows-msvc";
const LINUX = { "x86_64-unknown-linux-gnu": "x86_64", "aarch64-unknown-linux-gnu": "aarch64" } as const;
/** Names of systems in Nix. */
const NIX = {
  "x86_64-unknown-linux-gnu": "x86_64-linux",
  "aarch64-unknown-linux-gnu": "aarch64-linux",
  "x86_64-apple-darwin": "x86_64-darwin",
  "aarch64-apple-darwin": "aarch64-darwin",
} as const;
const { name: NAME, version: VERSION, license: LICENSE, summary: SUMMARY } = DESCRIPTION;

/** Every manifest with a binary; `address` is where they are published. */
export async function manifests(binary: BinaryFor, address: string): Promise<Manifest[]> {
  const found: Manifest[] = [];
  const windows = binary(WINDOWS);
  if (windows !== undefined) {
    const digest = await sha256(windows);
    const url = `${address}/${NAME}-${WINDOWS}.exe`;
    found.push({ path: "scoop/quarry.json", text: scoop(url, digest) });
    found.push(...winget(url, digest));
  }
  const linux = await digests(LINUX, binary);
  if (linux.length > 0) found.push({ path: "aur/PKGBUILD", text: pkgbuild(linux, address) });
  const nix = await digests(NIX, binary);
  if (nix.length > 0) found.push({ path: "nix/package.nix", text: nixPackage(nix, address) });
  return found;
}

/** A machine by its names in Deno and in a package manager, with the digest of its binary. */
type Digest = readonly [target: string, machine: string, digest: string];

async function digests(machines: Readonly<Record<string, string>>, binary: BinaryFor): Promise<Digest[]> {
  const found: Digest[] = [];
  for (const [target, machine] of Object.entries(machines)) {
    const path = binary(target);
    if (path !== undefined) found.push([target, machine, await sha256(path)]);
  }
  return found;
}

function scoop(url: string, hash: string): string {
  const architecture = { "64bit": { url: `${url}#/${NAME}.exe`, hash } };
  const fields = {
    version: VERSION,
    description: SUMMARY,
    homepage: dirOf(url),
    license: LICENSE,
    architecture,
  };
  return JSON.stringify({ ...fields, bin: `${NAME}.exe` }, null, 4) + "\n";
}

function winget(url: string, hash: string): Manifest[] {
  const id = "Quarry.Quarry";
  const head = `PackageIdentifier: ${id}\nPackageVersion: ${VERSION}\n`;
  const end = (kind: string): string => `ManifestType: ${kind}\nManifestVersion: 1.6.0\n`;
  return [
    { path: `winget/${id}.yaml`, text: `${head}DefaultLocale: en-US\n${end("version")}` },
    {
      path: `winget/${id}.locale.en-US.yaml`,
      text: `${head}PackageLocale: en-US\nPublisher: The Quarry authors\nPackageName: Quarry\n` +
        `License: ${LICENSE}\nShortDescription: ${SUMMARY}\n${end("defaultLocale")}`,
    },
    {
      path: `winget/${id}.installer.yaml`,
      text: `${head}InstallerType: portable\nCommands:\n- ${NAME}\nInstallers:\n- Architecture: x64\n` +
        `  InstallerUrl: ${url}\n  InstallerSha256: ${hash.toUpperCase()}\n${end("installer")}`,
    },
  ];
}

function pkgbuild(binaries: readonly Digest[], address: string): string {
  const sources = binaries.map(([target, machine, digest]) =>
    `source_${machine}=("${NAME}-$pkgver::${address}/${NAME}-${target}")\nsha256sums_${machine}=('${digest}')\n`
  );
  return `# Maintainer: ${DESCRIPTION.maintainer}
pkgname=${NAME}-bin
pkgver=${VERSION}
pkgrel=1
pkgdesc="${SUMMARY}"
arch=(${binaries.map(([, machine]) => `'${machine}'`).join(" ")})
url="${address}"
license=('${LICENSE}')
depends=('glibc' 'gcc-libs')
provides=('${NAME}')
conflicts=('${NAME}')
# The program lies behind the code of its runtime, where strip would cut it off.
options=('!strip')
${sources.join("")}
package() {
  install -Dm755 "$srcdir/${NAME}-$pkgver" "$pkgdir/usr/bin/${NAME}"
  "$pkgdir/usr/bin/${NAME}" licenses --full | install -Dm644 /dev/stdin "$pkgdir/usr/share/licenses/$pkgname/LICENSES"
  "$pkgdir/usr/bin/${NAME}" man | install -Dm644 /dev/stdin "$pkgdir/usr/share/man/man1/${NAME}.1"
  "$pkgdir/usr/bin/${NAME}" completions bash |
    install -Dm644 /dev/stdin "$pkgdir/usr/share/bash-completion/completions/${NAME}"
}
`;
}

function nixPackage(binaries: readonly Digest[], address: string): string {
  const sources = binaries.map(([target, machine, digest]) =>
    `    ${machine} = { url = "${address}/${NAME}-${target}"; sha256 = "${digest}"; };\n`
  );
  return `{ lib, stdenv, fetchurl, autoPatchelfHook }:
let
  sources = {
${sources.join("")}  };
in
stdenv.mkDerivation {
  pname = "${NAME}";
  version = "${VERSION}";
  src = fetchurl sources.\${stdenv.hostPlatform.system};
  dontUnpack = true;
  # The program lies behind the code of its runtime.
  dontStrip = true;
  nativeBuildInputs = lib.optionals stdenv.hostPlatform.isLinux [ autoPatchelfHook ];
  buildInputs = lib.optionals stdenv.hostPlatform.isLinux [ stdenv.cc.cc.lib ];
  installPhase = "install -Dm755 $src $out/bin/${NAME}";
  meta = {
    description = "${SUMMARY}";
    homepage = "${address}";
    license = lib.licenses.mit;
    mainProgram = "${NAME}";
    platforms = builtins.attrNames sources;
  };
}
`;
}

function dirOf(url: string): string {
  return url.slice(0, url.lastIndexOf("/"));
}
