/**
 * The parts of one value, whatever is inside of it, without the definitions that may stand between them.
 * @module
 */

import * as S from "./kernel/state.ts";
import { Tag, type ValueReader } from "./values.ts";

/** What a walk meets. */
export interface ValueParts {
  /** A number: tag, bits, length, or the id of a signature. */
  word(value: number): void;
  /** Content of a string or blob, or the bytes of a float. */
  bytes?(content: Uint8Array): void;
  /** An opaque pointer. */
  pointer?(value: bigint): void;
}

/** Walks over the value that follows. */
export function walkValue(reader: ValueReader, version: number, parts: ValueParts): void {
  const number = (): void => {
    reader.uint();
    parts.word(reader.low);
    parts.word(reader.high);
  };
  for (let left = 1; left > 0; left--) {
    const tag = reader.tag();
    parts.word(tag);
    switch (tag) {
      case Tag.Sint:
      case Tag.Uint:
        number();
        break;
      case Tag.Opaque:
        number();
        parts.pointer?.(reader.bits());
        break;
      case Tag.Float:
      case Tag.Double: {
        const from = reader.at;
        reader.at += tag === Tag.Float ? 4 : 8;
        parts.bytes?.(reader.bytes.subarray(from, reader.at));
        break;
      }
      case Tag.String:
      case Tag.Blob: {
        const content = reader.string();
        parts.word(content.length);
        parts.bytes?.(content);
        break;
      }
      case Tag.Enum:
        parts.word(reader.signature(S.ENUM).record);
        if (version >= 3) {
          parts.word(reader.tag());
          number();
        }
        break;
      case Tag.Mask:
        parts.word(reader.signature(S.MASK).record);
        number();
        break;
      case Tag.Array: {
        const count = reader.count();
        parts.word(count);
        left += count;
        break;
      }
      case Tag.Struct: {
        const signature = reader.signature(S.STRUCT);
        parts.word(signature.record);
        left += signature.names.length;
        break;
      }
      case Tag.Repr:
        left += 2;
        break;
      case Tag.Wide:
        for (let count = reader.count(); count > 0; count--) number();
        break;
    }
  }
}
