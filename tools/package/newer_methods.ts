/**
 * Adds missing methods of `Uint8Array`, which Node.js has from version 25 on and browsers since 2025, and functions on
 * shared memory that browsers refuse.
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

/** Whether the runtime refuses to decode shared memory, as browsers do; the memory of traces may be shared. */
function refusesShared(): boolean {
  try {
    new TextDecoder().decode(
      new Uint8Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer, 0, 1),
    );
    return false;
  } catch {
    return true;
  }
}

if (refusesShared()) {
  const { decode } = TextDecoder.prototype;
  TextDecoder.prototype.decode = function (this: TextDecoder, bytes, options): string {
    const isShared = ArrayBuffer.isView(bytes) && !(bytes.buffer instanceof ArrayBuffer);
    if (!isShared) return decode.call(this, bytes, options);
    const shared = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return decode.call(this, new Uint8Array(shared), options);
  };
}
