/** A disk without free space. */
import { lacks } from "../support/programs.ts";

/** Why none can be made here; null if one can. */
export const noTinyDisk: string | null = Deno.uid() !== 0
  ? "only root can mount a small disk"
  : Deno.build.os !== "linux"
  ? "only Linux has tmpfs"
  : lacks("mount") !== null
  ? lacks("mount")
  : await canMount()
  ? null
  : "mounting is not allowed here";

async function canMount(): Promise<boolean> {
  const folder = await Deno.makeTempDir();
  const can = await mount(folder);
  if (can) await unmount(folder);
  await Deno.remove(folder);
  return can;
}

async function mount(folder: string): Promise<boolean> {
  return await new Deno.Command("mount", { args: ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder] }).output()
    .then(({ success }) => success);
}

async function unmount(folder: string): Promise<void> {
  await new Deno.Command("umount", { args: ["-l", folder] }).output();
}

/** Calls a function with a folder on its own disk; `fill` uses all its space with a file, `free` frees it. */
export async function onTinyDisk(
  use: (folder: string, room: { fill(): void; free(): void }) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "quarry-disk-" });
  if (!await mount(folder)) throw new Error("The disk cannot be mounted");
  try {
    await use(folder, {
      fill: () => fill(`${folder}/filler`),
      free: () => Deno.removeSync(`${folder}/filler`),
    });
  } finally {
    await unmount(folder);
    await Deno.remove(folder);
  }
}

function fill(path: string): void {
  using file = Deno.openSync(path, { write: true, create: true });
  for (const size of [4096, 1]) {
    try {
      const bytes = new Uint8Array(size);
      while (file.writeSync(bytes) > 0);
    } catch {
      // The disk is full.
    }
  }
}
