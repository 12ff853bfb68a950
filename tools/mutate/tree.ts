/**
 * A copy of the repository in which files may be changed: the checkout is never touched.
 * @module
 */

const ROOT = new URL("../../", import.meta.url).pathname;
const COPIED = [
  "src",
  "tests",
  "tools",
  "docs",
  "workbench",
  "cli.ts",
  "errors.ts",
  "formats.ts",
  "mod.ts",
  "worker.ts",
  "deno.json",
  "deno.jsr.json",
  "deno.lock",
  "README.md",
];
const LINKED = ["testdata"];

/** The copy. */
export class Tree {
  readonly folder: string = Deno.makeTempDirSync({ prefix: "quarry-mutants-" });

  /** Copies everything that tests may read or run. */
  constructor() {
    for (const name of COPIED) copy(`${ROOT}${name}`, `${this.folder}/${name}`);
    for (const name of LINKED) Deno.symlinkSync(`${ROOT}${name}`, `${this.folder}/${name}`);
  }

  /** Text of a file. */
  read(path: string): string {
    return Deno.readTextFileSync(`${this.folder}/${path}`);
  }

  /** Changes the text of a file. */
  write(path: string, text: string): void {
    Deno.writeTextFileSync(`${this.folder}/${path}`, text);
  }

  /** Runs `work` while a file has another text. */
  async with<T>(path: string, text: string, work: () => Promise<T>): Promise<T> {
    const before = this.read(path);
    this.write(path, text);
    try {
      return await work();
    } finally {
      this.write(path, before);
    }
  }

  /** Removes the copy. */
  close(): void {
    Deno.removeSync(this.folder, { recursive: true });
  }
}

function copy(from: string, to: string): void {
  let info: Deno.FileInfo;
  try {
    info = Deno.statSync(from);
  } catch {
    return;
  }
  if (!info.isDirectory) return Deno.copyFileSync(from, to);
  Deno.mkdirSync(to);
  for (const { name } of Deno.readDirSync(from)) copy(`${from}/${name}`, `${to}/${name}`);
}
