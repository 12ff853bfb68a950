/**
 * Which functions make, delete, bind, fill and name objects, by their names. Facts of the APIs.
 * @module
 */

/** What a watched call does. */
export type Rule =
  | { readonly does: "make" | "delete"; readonly type: string; readonly from: "list" | "return" | "first" }
  | { readonly does: "bind"; readonly what: "buffer" | "texture" | "renderbuffer" | "vertex array" | "unit" }
  | { readonly does: "store"; readonly what: "buffer" | "texture" | "renderbuffer"; readonly named: boolean }
  | { readonly does: "fill"; readonly what: "buffer" | "texture"; readonly named: boolean }
  | { readonly does: "map" | "unmap" | "flush"; readonly named: boolean }
  | { readonly does: "resource" | "map resource" | "unmap resource" | "update resource" }
  | { readonly does: "label" | "source" }
  | { readonly does: "context" | "current" | "share" }
  | { readonly does: "malloc" | "free" | "realloc" | "memcpy" };

const LISTS: Readonly<Record<string, string>> = {
  Buffers: "buffer",
  Textures: "texture",
  Framebuffers: "framebuffer",
  Renderbuffers: "renderbuffer",
  Queries: "query",
  Samplers: "sampler",
  VertexArrays: "vertex array",
  ProgramPipelines: "program pipeline",
  TransformFeedbacks: "transform feedback",
  Programs: "program",
};
/** Types whose objects belong to one context and are not shared. */
export const UNSHARED: ReadonlySet<string> = new Set([
  "framebuffer",
  "query",
  "vertex array",
  "program pipeline",
  "transform feedback",
]);

const MEMORY: Readonly<Record<string, Rule>> = {
  malloc: { does: "malloc" },
  free: { does: "free" },
  realloc: { does: "realloc" },
  memcpy: { does: "memcpy" },
};

const SINGLE: readonly (readonly [RegExp, Rule])[] = [
  [/^glCreateShader$|^glCreateShaderObjectARB$/, { does: "make", type: "shader", from: "return" }],
  [
    /^glCreateProgram$|^glCreateProgramObjectARB$|^glCreateShaderProgramv(EXT)?$/,
    { does: "make", type: "program", from: "return" },
  ],
  [/^glDeleteShader$/, { does: "delete", type: "shader", from: "first" }],
  [/^glDeleteProgram$/, { does: "delete", type: "program", from: "first" }],
  [/^glDeleteObjectARB$/, { does: "delete", type: "shader or program", from: "first" }],
  [/^glBindBuffer(ARB|Base|Range|BaseEXT|RangeEXT)?$/, { does: "bind", what: "buffer" }],
  [/^glBindTexture(EXT)?$/, { does: "bind", what: "texture" }],
  [/^glActiveTexture(ARB)?$/, { does: "bind", what: "unit" }],
  [/^glBindRenderbuffer(EXT|OES)?$/, { does: "bind", what: "renderbuffer" }],
  [/^glBindVertexArray(OES|APPLE)?$/, { does: "bind", what: "vertex array" }],
  [/^glBuffer(Data|Storage)(ARB|EXT)?$/, { does: "store", what: "buffer", named: false }],
  [/^glNamedBuffer(Data|Storage)(EXT)?$/, { does: "store", what: "buffer", named: true }],
  [/^glBufferSubData(ARB)?$/, { does: "fill", what: "buffer", named: false }],
  [/^glNamedBufferSubData(EXT)?$/, { does: "fill", what: "buffer", named: true }],
  [
    /^gl(Compressed)?Tex(Image|Storage)[123]D(Multisample)?(ARB|EXT|OES)?$/,
    { does: "store", what: "texture", named: false },
  ],
  [/^gl(Compressed)?Texture(Image|Storage)[123]D(Multisample)?(EXT)?$/, {
    does: "store",
    what: "texture",
    named: true,
  }],
  [/^gl(Compressed)?TexSubImage[123]D(ARB|EXT|OES)?$/, { does: "fill", what: "texture", named: false }],
  [/^gl(Compressed)?TextureSubImage[123]D(EXT)?$/, { does: "fill", what: "texture", named: true }],
  [/^glRenderbufferStorage(Multisample)?(EXT|ANGLE|APPLE|IMG)?$/, {
    does: "store",
    what: "renderbuffer",
    named: false,
  }],
  [/^glNamedRenderbufferStorage(Multisample)?(EXT)?$/, { does: "store", what: "renderbuffer", named: true }],
  [/^glMapBuffer(Range)?(ARB|EXT|OES)?$/, { does: "map", named: false }],
  [/^glMapNamedBuffer(Range)?(EXT)?$/, { does: "map", named: true }],
  [/^glUnmapBuffer(ARB|OES)?$/, { does: "unmap", named: false }],
  [/^glUnmapNamedBuffer(EXT)?$/, { does: "unmap", named: true }],
  [/^glFlushMappedBufferRange(APPLE|EXT)?$/, { does: "flush", named: false }],
  [/^glFlushMappedNamedBufferRange(EXT)?$/, { does: "flush", named: true }],
  [/^gl(Object)?Label(Object)?(KHR|EXT)?$/, { does: "label" }],
  [/^glShaderSource(ARB)?$/, { does: "source" }],
  [
    /^(glXCreate(New)?Context(AttribsARB|WithConfigSGIX)?|eglCreateContext|wglCreate(Layer)?Context(AttribsARB)?|CGLCreateContext)$/,
    { does: "context" },
  ],
  [
    /^(glXMakeCurrent|glXMakeContextCurrent|eglMakeCurrent|wglMakeCurrent|wglMakeContextCurrentARB|CGLSetCurrentContext)$/,
    {
      does: "current",
    },
  ],
  [/^wglShareLists$/, { does: "share" }],
  [/^I(Direct3DDevice|D3D1[012]Device)\w*::Create(Vertex|Index)?Buffer$/, { does: "resource" }],
  [/^ID3D12Device\d*::CreateCommittedResource\d*$/, { does: "resource" }],
  [/^I(Direct3D|D3D1|DirectDraw)\w+::(Map|Lock(Rect|Box)?)$/, { does: "map resource" }],
  [/^I(Direct3D|D3D1|DirectDraw)\w+::(Unmap|Unlock(Rect|Box)?)$/, { does: "unmap resource" }],
  [/^ID3D1[01]Device(Context)?\d*::UpdateSubresource1?$/, { does: "update resource" }],
];

/** What calls of a function do to objects and memory, if anything. */
export function ruleFor(name: string): Rule | undefined {
  const memory = MEMORY[name];
  if (memory && Object.hasOwn(MEMORY, name)) return memory;
  const list = /^gl(Gen|Create|Delete)([A-Z][A-Za-z]*?s)(ARB|EXT|OES|NV|APPLE|AMD)?$/.exec(name);
  if (list) {
    const type = LISTS[list[2]!];
    if (type && Object.hasOwn(LISTS, list[2]!)) {
      return { does: list[1] === "Delete" ? "delete" : "make", type, from: "list" };
    }
  }
  for (const [pattern, rule] of SINGLE) if (pattern.test(name)) return rule;
  return undefined;
}
