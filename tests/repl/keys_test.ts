import { assertEquals } from "@std/assert";
import { decodeKeys, type Key } from "../../src/repl/keys.ts";
import { seeds } from "../support/effort.ts";

/** Keys in short form: chords in angle brackets, pastes in double ones. */
export function spelled(keys: readonly Key[]): string {
  return keys.map((key) =>
    key.kind === "text" ? key.text : key.kind === "paste" ? `<<${key.text}>>` : `<${key.chord}>`
  ).join("");
}

/** Sequences from terminals, and their keys. */
const SEQUENCES: readonly (readonly [sent: string, keys: string])[] = [
  ["leaks", "leaks"],
  ["日本👍🏽", "日本👍🏽"],
  ["a\rb", "a<Enter>b"],
  ["\x01\x05\x0b\x15\x17\x19", "<C-a><C-e><C-k><C-u><C-w><C-y>"],
  ["\x7f\x08\t\x00\x1f", "<Backspace><Backspace><Tab><C-Space><C-_>"],
  ["\x1b[A\x1b[B\x1b[C\x1b[D\x1b[H\x1b[F\x1b[Z", "<Up><Down><Right><Left><Home><End><S-Tab>"],
  ["\x1bOA\x1bOH\x1bOF\x1bOP", "<Up><Home><End><F1>"],
  ["\x1b[3~\x1b[5~\x1b[6~\x1b[1~\x1b[4~\x1b[7~\x1b[8~", "<Delete><PageUp><PageDown><Home><End><Home><End>"],
  ["\x1b[1;5C\x1b[1;3D\x1b[1;2A\x1b[3;5~", "<C-Right><M-Left><S-Up><C-Delete>"],
  ["\x1bf\x1bb\x1b\x7f\x1b\r\x1b<\x1bé", "<M-f><M-b><M-Backspace><M-Enter><M-<><M-é>"],
  ["\x1b\x1b[D", "<M-Left>"],
  ["\x1b[13;3u\x1b[13;2u\x1b[97;5u\x1b[27;3;13~", "<M-Enter><S-Enter><C-a><M-Enter>"],
  ["\x18\x05", "<C-x><C-e>"],
  ["\x1b[200~leaks\n| take 3\r\n\x1b[A\x1b[201~x", "<<leaks\n| take 3\r\n\x1b[A>>x"],
  ["\x1b[I\x1b[O\x1b[?62;c\x1b[12;40R\x1b[<0;3;4M", ""],
  ["\x1b]11;rgb:0000/0000/0000\x07a\x1b]11;rgb:0/0/0\x1b\\b", "ab"],
  ["\x1b[[A1", "1"],
  ["\x1b[99999999999999999999999;1~", ""],
];

Deno.test("decodeKeys() decodes the keys that terminals send", () => {
  for (const [sent, keys] of SEQUENCES) {
    const { keys: found, rest } = decodeKeys(sent);
    assertEquals(spelled(found), keys, JSON.stringify(sent));
    assertEquals(rest, "", JSON.stringify(sent));
  }
});

Deno.test("decodeKeys() gives the same keys for any split of the input", () => {
  for (const [sent, keys] of SEQUENCES) {
    for (let cut = 0; cut <= sent.length; cut++) {
      const first = decodeKeys(sent.slice(0, cut));
      const second = decodeKeys(first.rest + sent.slice(cut));
      assertEquals(spelled([...first.keys, ...second.keys]), keys, `${JSON.stringify(sent)} cut at ${cut}`);
    }
  }
});

Deno.test("decodeKeys() reads a lone escape as the key if nothing follows, but waits for the end of a paste", () => {
  assertEquals(decodeKeys("\x1b"), { keys: [], answers: [], rest: "\x1b" });
  assertEquals(spelled(decodeKeys("\x1b", true).keys), "<Escape>");
  assertEquals(spelled(decodeKeys("\x1b[", true).keys), "<M-[>");
  assertEquals(decodeKeys("\x1b[1;", true), { keys: [], answers: [], rest: "" });
  assertEquals(decodeKeys("\x1b[200~abc", true), { keys: [], answers: [], rest: "\x1b[200~abc" });
});

Deno.test("decodeKeys() separates terminal responses from typed keys, for any split of the input", () => {
  const sent = "a\x1b]11;rgb:ffff/8000/0000\x1b\\b\x1b]11;rgb:00/00/00\x07c";
  for (let cut = 0; cut <= sent.length; cut++) {
    const first = decodeKeys(sent.slice(0, cut));
    const second = decodeKeys(first.rest + sent.slice(cut));
    assertEquals([...first.answers, ...second.answers], ["11;rgb:ffff/8000/0000", "11;rgb:00/00/00"]);
    assertEquals(spelled([...first.keys, ...second.keys]), "abc");
  }
});

Deno.test("decodeKeys() survives any input", () => {
  let seed = 1;
  const random = (): number => (seed = seed * 1103515245 + 12345 & 0x7fffffff) / 0x7fffffff;
  for (let round = 0; round < seeds(3000); round++) {
    const alphabet = "\x1b\x1b\x1b[[]O;?~0123AuR\x07\\\x7f\ra";
    const input = Array.from({ length: 12 }, () => alphabet[Math.floor(random() * alphabet.length)]).join("");
    const { rest } = decodeKeys(input);
    decodeKeys(rest, true);
  }
});
