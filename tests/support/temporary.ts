/** A folder or a file that is removed at the end of its block: `using temporary = Temporary.folder();`. */
export class Temporary implements Disposable {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static folder(): Temporary {
    return new Temporary(Deno.makeTempDirSync({ prefix: "quarry-" }));
  }

  static file(suffix = ""): Temporary {
    return new Temporary(Deno.makeTempFileSync({ suffix }));
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.path, { recursive: true });
  }
}

/** A folder that exists while `use` runs. */
export async function withFolder<Result>(use: (folder: string) => Result | Promise<Result>): Promise<Result> {
  using folder = Temporary.folder();
  return await use(folder.path);
}
