/**
 * `deno task vsix` packs the extension for VS Code, `dist/quarry.vsix`: its program as one file, its manifest, and the
 * grammar. Nothing is published.
 *
 *     deno task vsix [FILE] [--address URL]
 *
 * The address is that of the repository, which the manifest names.
 * @module
 */

import { strToU8, zipSync } from "fflate";
import manifest from "../../editors/vscode/package.json" with { type: "json" };
import { licensedParts, licenseTexts } from "../../src/cli/licenses/notice.ts";
import { run, say } from "../commands.ts";
import { iconPng } from "./icon.ts";
import { Temporary } from "../../tests/support/temporary.ts";

const ROOT = new URL("../../", import.meta.url);
const FOLDER = new URL("editors/vscode/", ROOT);
/** A fixed time, so that the same files give the same package. */
const TIME = new Date("2020-01-01T00:00:00");
const FILES = [
  "README.md",
  "language-configuration.json",
  "snippets/quarry.json",
  "syntaxes/quarry.tmLanguage.json",
];

const TYPES = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension=".json" ContentType="application/json"/>
<Default Extension=".js" ContentType="application/javascript"/>
<Default Extension=".png" ContentType="image/png"/>
<Default Extension=".md" ContentType="text/markdown"/>
<Default Extension=".txt" ContentType="text/plain"/>
<Default Extension=".vsixmanifest" ContentType="text/xml"/>
</Types>
`;

/** The manifest that VS Code reads before it unpacks. */
function vsixManifest(address: string): string {
  const { name, displayName, description, version, publisher, engines, categories, keywords } = manifest;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata>
<Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
<DisplayName>${displayName}</DisplayName>
<Description xml:space="preserve">${description}</Description>
<Tags>${keywords.join(",")}</Tags>
<Categories>${categories.join(",")}</Categories>
<Properties>
<Property Id="Microsoft.VisualStudio.Code.Engine" Value="${engines.vscode}"/>
<Property Id="Microsoft.VisualStudio.Services.Links.Source" Value="${address}"/>
</Properties>
<License>extension/LICENSE.txt</License>
<Icon>extension/icon.png</Icon>
</Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
<Dependencies/>
<Assets>
<Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/icon.png" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
</Assets>
</PackageManifest>
`;
}

/** The extension's program as one file; without the editor's own module. */
async function program(): Promise<Uint8Array> {
  using folder = Temporary.folder();
  await run(Deno.execPath(), [
    ...["bundle", "--config", "deno.json", "--lock", "deno.lock", "--quiet", "--minify", "--format", "cjs"],
    ...["--external", "vscode", "--output", `${folder.path}/extension.js`],
    new URL("src/extension.ts", FOLDER).pathname,
  ], { cwd: new URL("./", import.meta.url) });
  return await Deno.readFile(`${folder.path}/extension.js`);
}

const at = Deno.args.indexOf("--address");
const address = at < 0 ? manifest.repository.url : Deno.args[at + 1]!;
const told = { ...manifest, repository: { ...manifest.repository, url: address } };
const parts: Record<string, Uint8Array> = {
  "extension.vsixmanifest": strToU8(vsixManifest(address)),
  "extension/package.json": strToU8(JSON.stringify(told, null, 2) + "\n"),
  "extension/icon.png": iconPng(),
  "[Content_Types].xml": strToU8(TYPES),
  "extension/LICENSE.txt": await Deno.readFile(new URL("LICENSE", ROOT)),
  "extension/LICENSES.txt": strToU8(licenseTexts(licensedParts("extension"))),
  "extension/dist/extension.js": await program(),
};
for (const path of FILES) parts[`extension/${path}`] = await Deno.readFile(new URL(path, FOLDER));
const bytes = zipSync(parts, { mtime: TIME, level: 9 });
const [given] = Deno.args.filter((_, index) => at < 0 || (index !== at && index !== at + 1));
const output = given ?? new URL("dist/quarry.vsix", ROOT).pathname;
await Deno.mkdir(new URL("./", `file://${output}`), { recursive: true });
await Deno.writeFile(output, bytes);
say(`${output}: ${bytes.length} bytes`);
