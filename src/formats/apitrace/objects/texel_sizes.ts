/**
 * Bytes of a texel by internal format, for storage that is allocated without content. These are facts about
 * the APIs.
 * @module
 */

const SIZES: Readonly<Record<number, number>> = {
  0x1903: 1, // GL_RED
  0x1906: 1, // GL_ALPHA
  0x1907: 3, // GL_RGB
  0x1908: 4, // GL_RGBA
  0x1909: 1, // GL_LUMINANCE
  0x190a: 2, // GL_LUMINANCE_ALPHA
  0x8227: 2, // GL_RG
  0x8229: 1, // GL_R8
  0x822a: 2, // GL_R16
  0x822b: 2, // GL_RG8
  0x822c: 4, // GL_RG16
  0x822d: 2, // GL_R16F
  0x822e: 4, // GL_R32F
  0x822f: 4, // GL_RG16F
  0x8230: 8, // GL_RG32F
  0x8051: 3, // GL_RGB8
  0x8054: 6, // GL_RGB16
  0x8056: 2, // GL_RGBA4
  0x8057: 2, // GL_RGB5_A1
  0x8058: 4, // GL_RGBA8
  0x8059: 4, // GL_RGB10_A2
  0x805b: 8, // GL_RGBA16
  0x81a5: 2, // GL_DEPTH_COMPONENT16
  0x81a6: 4, // GL_DEPTH_COMPONENT24
  0x81a7: 4, // GL_DEPTH_COMPONENT32
  0x8814: 16, // GL_RGBA32F
  0x8815: 12, // GL_RGB32F
  0x881a: 8, // GL_RGBA16F
  0x881b: 6, // GL_RGB16F
  0x88f0: 4, // GL_DEPTH24_STENCIL8
  0x8c3a: 4, // GL_R11F_G11F_B10F
  0x8c41: 3, // GL_SRGB8
  0x8c43: 4, // GL_SRGB8_ALPHA8
  0x8cac: 4, // GL_DEPTH_COMPONENT32F
  0x8cad: 8, // GL_DEPTH32F_STENCIL8
  0x8d48: 1, // GL_STENCIL_INDEX8
  0x8d62: 2, // GL_RGB565
};

/** Returns the bytes of a texel; 4 if the format is unknown. */
export function texelBytes(internalFormat: number): number {
  return SIZES[internalFormat] ?? 4;
}
