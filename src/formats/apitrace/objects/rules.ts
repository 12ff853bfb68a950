/**
 * Determines which functions create, delete, bind, fill and label objects, from the names of the functions.
 * These are facts about the APIs.
 * @module
 */

/** The effect of a watched call. */
export interface Rule {
  readonly does:
    | ("make" | "delete" | "bind" | "store" | "fill" | "map" | "unmap" | "flush" | "label" | "source")
    | ("resource" | "map resource" | "unmap resource" | "update resource")
    | ("context" | "current" | "share")
    | ("malloc" | "free" | "realloc" | "memcpy");
  /** Type of the objects. */
  readonly what: string;
  /**
   * Whether the first argument is the name of the object; otherwise it is the target to which the object is
   * bound.
   */
  readonly named: boolean;
  /** Whether the names are in a list. */
  readonly lists: boolean;
}

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

const NAMED = /Named|^gl(Compressed)?Texture(Sub)?(Image|Storage)/;

/** Functions, the effect of their calls, and the type of objects that they affect. */
const SINGLE: readonly (readonly [RegExp, Rule["does"], string?])[] = [
  [/^malloc$/, "malloc"],
  [/^free$/, "free"],
  [/^realloc$/, "realloc"],
  [/^memcpy$/, "memcpy"],
  [/^glCreateShader(ObjectARB)?$/, "make", "shader"],
  [/^glCreate(Program|ProgramObjectARB|ShaderProgramv(EXT)?)$/, "make", "program"],
  [/^glDeleteShader$/, "delete", "shader"],
  [/^glDeleteProgram$/, "delete", "program"],
  [/^glDeleteObjectARB$/, "delete", "shader or program"],
  [/^glBindBuffer(ARB|Base|Range|BaseEXT|RangeEXT)?$/, "bind", "buffer"],
  [/^glBindTexture(EXT)?$/, "bind", "texture"],
  [/^glActiveTexture(ARB)?$/, "bind", "unit"],
  [/^glBindRenderbuffer(EXT|OES)?$/, "bind", "renderbuffer"],
  [/^glBindVertexArray(OES|APPLE)?$/, "bind", "vertex array"],
  [/^glBuffer(Data|Storage)(ARB|EXT)?$|^glNamedBuffer(Data|Storage)(EXT)?$/, "store", "buffer"],
  [/^glBufferSubData(ARB)?$|^glNamedBufferSubData(EXT)?$/, "fill", "buffer"],
  [/^gl(Compressed)?Tex(Image|Storage)[123]D(Multisample)?(ARB|EXT|OES)?$/, "store", "texture"],
  [/^gl(Compressed)?Texture(Image|Storage)[123]D(Multisample)?(EXT)?$/, "store", "texture"],
  [/^gl(Compressed)?TexSubImage[123]D(ARB|EXT|OES)?$/, "fill", "texture"],
  [/^gl(Compressed)?TextureSubImage[123]D(EXT)?$/, "fill", "texture"],
  [/^glRenderbufferStorage(Multisample)?(EXT|ANGLE|APPLE|IMG)?$/, "store", "renderbuffer"],
  [/^glNamedRenderbufferStorage(Multisample)?(EXT)?$/, "store", "renderbuffer"],
  [/^glMapBuffer(Range)?(ARB|EXT|OES)?$|^glMapNamedBuffer(Range)?(EXT)?$/, "map"],
  [/^glUnmapBuffer(ARB|OES)?$|^glUnmapNamedBuffer(EXT)?$/, "unmap"],
  [/^glFlushMappedBufferRange(APPLE|EXT)?$|^glFlushMappedNamedBufferRange(EXT)?$/, "flush"],
  [/^gl(Object)?Label(Object)?(KHR|EXT)?$/, "label"],
  [/^glShaderSource(ARB)?$/, "source"],
  [/^glXCreate(New)?Context(AttribsARB|WithConfigSGIX)?$|^(egl|CGL)CreateContext$/, "context"],
  [/^wglCreate(Layer)?Context(AttribsARB)?$/, "context"],
  [/^(glX|egl|wgl)MakeCurrent$|^(glXMakeContextCurrent|wglMakeContextCurrentARB)$/, "current"],
  [/^CGLSetCurrentContext$/, "current"],
  [/^wglShareLists$/, "share"],
  [/^I(Direct3DDevice|D3D1[012]Device)\w*::Create(Vertex|Index)?Buffer$/, "resource"],
  [/^ID3D12Device\d*::CreateCommittedResource\d*$/, "resource"],
  [/^I(Direct3D|D3D1|DirectDraw)\w+::(Map|Lock(Rect|Box)?)$/, "map resource"],
  [/^I(Direct3D|D3D1|DirectDraw)\w+::(Unmap|Unlock(Rect|Box)?)$/, "unmap resource"],
  [/^ID3D1[01]Device(Context)?\d*::UpdateSubresource1?$/, "update resource"],
];

/** Returns the effect of a function on objects and memory, if any. */
export function ruleFor(name: string): Rule | undefined {
  const [, verb, list] = /^gl(Gen|Create|Delete)([A-Z][A-Za-z]*?s)(ARB|EXT|OES|NV|APPLE|AMD)?$/.exec(name) ??
    [];
  if (list !== undefined && Object.hasOwn(LISTS, list)) {
    return { does: verb === "Delete" ? "delete" : "make", what: LISTS[list]!, named: false, lists: true };
  }
  const [, does, what = ""] = SINGLE.find(([pattern]) => pattern.test(name)) ?? [];
  return does && { does, what, named: NAMED.test(name), lists: false };
}
