/**
 * Methods of `Uint8Array` that Node.js has from version 25 on and browsers since 2025, where they are missing.
 * @module
 */

function define(target: object, name: string, value: (...args: never[]) => unknown): void {
  if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true });
}

define(
  Uint8Array,
  "fromBase64",
  (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)),
);

define(Uint8Array.prototype, "toBase64", function (this: Uint8Array): string {
  let text = "";
  for (const byte of this) text += String.fromCharCode(byte);
  return btoa(text);
});

define(Uint8Array.prototype, "toHex", function (this: Uint8Array): string {
  return Array.from(this, (byte) => byte.toString(16).padStart(2, "0")).join("");
});
