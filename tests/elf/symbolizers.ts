/** The output of addr2line and llvm-symbolizer for a program, compared with our own frames. */
import { accessOf } from "../../src/elf/byte_access.ts";
import type { ElfFile } from "../../src/elf/elf_file.ts";
import { openElf } from "../../src/elf/find_module.ts";
import type { CodeFrame } from "../../src/elf/info/debug_info.ts";

/** Addresses of code, spread evenly. */
export function addressesOf(elf: ElfFile, count: number): bigint[] {
  const text = elf.sections.find(({ name }) => name === ".text")!;
  const step = Math.max(1, Number(text.size) / count);
  return Array.from({ length: count }, (_, at) => text.addr + BigInt(Math.floor(at * step)))
    .filter((address) => address < text.addr + text.size);
}

/** FUNCTION FILE:LINE of each frame; files without folders. */
type Chain = readonly string[];

export function shown(frames: readonly CodeFrame[]): Chain {
  return frames.map(({ func, source }) =>
    `${func ?? "??"} ${source && source.line > 0 ? `${source.file.split("/").at(-1)}:${source.line}` : "??"}`
  );
}

function placeOf(text: string): string {
  const [, file, line] = /^(.*?):(\d+|\?)/.exec(text.replace(/ \(discriminator .*/, "")) ?? [];
  return !file || file === "??" || line === "0" || line === "?" ? "??" : `${file.split("/").at(-1)}:${line}`;
}

/** Parses the output of a tool that prints a line with the address, and pairs of lines for frames. */
function chainsOf(text: string, isHead: (line: string) => boolean): Chain[] {
  const chains: string[][] = [];
  let lines: string[] = [];
  const flush = (): void => {
    const chain = chains.at(-1);
    for (let at = 0; at + 1 < lines.length; at += 2) chain?.push(`${lines[at]} ${placeOf(lines[at + 1]!)}`);
    lines = [];
  };
  for (const line of text.split("\n")) {
    if (isHead(line)) {
      flush();
      chains.push([]);
    } else if (line !== "") lines.push(line);
  }
  flush();
  return chains;
}

async function ask(tool: string, args: readonly string[], addresses: readonly bigint[]): Promise<string> {
  const child = new Deno.Command(tool, { args: [...args], stdin: "piped", stdout: "piped", stderr: "null" })
    .spawn();
  const output = new Response(child.stdout).text();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(addresses.map((each) => `0x${each.toString(16)}\n`).join("")));
  await writer.close();
  await child.status;
  return await output;
}

const isAddress = (line: string): boolean => /^0x[0-9a-f]+$/.test(line);

/** Opens a program together with the files that it names. */
export function openFile(program: string): ElfFile {
  return openElf(program, {
    open: (path) => {
      try {
        return accessOf(Deno.readFileSync(path));
      } catch {
        return undefined;
      }
    },
  })!;
}

/** Compares one program, at this many addresses; returns how many were compared, and the differences. */
export async function compare(
  program: string,
  count: number,
): Promise<{ compared: number; differ: string[] }> {
  const elf = openFile(program);
  const addresses = addressesOf(elf, count);
  const [gnu, llvm] = await Promise.all([
    ask("addr2line", ["-a", "-f", "-i", "-e", program], addresses),
    ask("llvm-symbolizer", ["-a", "-f", "-i", "--no-demangle", `--obj=${program}`], addresses),
  ]).then((texts) => texts.map((text) => chainsOf(text, isAddress)));
  const differ: string[] = [];
  let compared = 0;
  addresses.forEach((address, at) => {
    const frames = shown(elf.debugInfo.framesAt(address));
    // Names without debug information are those of the symbol table, which may pick any alias.
    if (frames.length === 0) return;
    compared++;
    // They name the outermost function by its symbol, which may be a part (".cold"), a copy (".isra.0"), or
    // one of several symbols of a constructor.
    const found = elf.symbolAt(address)?.symbol;
    const names = [
      frames.at(-1)!.replace(/ .*/, ""),
      found?.name ?? "??",
      ...elf.symbols.functions.filter((each) => each.address === found?.address).map(({ name }) => name),
    ];
    const own = names.map((name) =>
      [...frames.slice(0, -1), frames.at(-1)!.replace(/^\S+/, () => name)].join(" < ")
    );
    const theirs = [gnu![at]?.join(" < "), llvm![at]?.join(" < ")];
    if (!theirs.some((each) => each !== undefined && own.includes(each))) {
      differ.push(`0x${address.toString(16)}\n  own  ${own[0]}\n  gnu  ${theirs[0]}\n  llvm ${theirs[1]}`);
    }
  });
  return { compared, differ };
}
