/**
 * What is selected, as the address has it.
 * @module
 */

/** What can be selected. */
export type Selection =
  | { readonly kind: "block"; readonly seq: string }
  | { readonly kind: "call"; readonly no: string }
  | { readonly kind: "func"; readonly name: string }
  | { readonly kind: "line"; readonly file: string; readonly line: string };

/** A selection as the address has it. */
export function selectionText(selection: Selection): string {
  switch (selection.kind) {
    case "block":
      return `block ${selection.seq}`;
    case "call":
      return `call ${selection.no}`;
    case "func":
      return `func ${selection.name}`;
    case "line":
      return `line ${selection.line} ${selection.file}`;
  }
}

/** The selection of a text that comes from an address; null where it is none. */
export function readSelection(text: string | undefined): Selection | null {
  const found = /^(?:(block|call) (\d+)|func ([^]+)|line (\d+) ([^]+))$/.exec(text ?? "");
  if (!found) return null;
  const [, numbered, number, name, line, file] = found;
  if (numbered === "block") return { kind: "block", seq: number! };
  if (numbered === "call") return { kind: "call", no: number! };
  return name === undefined ? { kind: "line", line: line!, file: file! } : { kind: "func", name };
}
