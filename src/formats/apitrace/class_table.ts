/**
 * API functions whose calls have a fixed class, by class. The names are facts about the APIs; patterns are in
 * classes.ts.
 * @module
 */

/** Blank-separated names by class list. */
export const CLASS_TABLE: Readonly<Record<string, string>> = {
  "end-frame": `
    CGLFlushDrawable IDirect3DDevice9::GetRenderTargetData IDirect3DDevice9Ex::GetRenderTargetData
    glFrameTerminatorGREMEDY
  `,
  "no-side-effects,verbose": `
    CGLGetCurrentContext ID3D11VideoProcessorEnumerator::CheckVideoProcessorFormat
    IDirect3D8::CheckDeviceFormat IDirect3D8::EnumAdapterModes IDirect3D8::GetAdapterModeCount
    IDirect3D8::GetDeviceCaps IDirect3D9::CheckDeviceFormat IDirect3D9::EnumAdapterModes
    IDirect3D9::GetAdapterModeCount IDirect3D9::GetDeviceCaps IDirect3D9Ex::CheckDeviceFormat
    IDirect3D9Ex::EnumAdapterModes IDirect3D9Ex::GetAdapterModeCount IDirect3D9Ex::GetDeviceCaps
    IDirect3DDevice8::GetDeviceCaps IDirect3DDevice9::GetDeviceCaps IDirect3DDevice9Ex::GetDeviceCaps
    eglGetProcAddress eglQueryString glGetString glGetStringi glIsAsyncMarkerSGIX glIsBuffer
    glIsBufferARB glIsBufferResidentNV glIsEnabled glIsEnabledIndexedEXT glIsEnabledi glIsFenceAPPLE
    glIsFenceNV glIsFramebuffer glIsFramebufferEXT glIsList glIsNameAMD glIsNamedBufferResidentNV
    glIsNamedStringARB glIsObjectBufferATI glIsOcclusionQueryNV glIsProgram glIsProgramARB glIsProgramNV
    glIsProgramPipeline glIsQuery glIsQueryARB glIsRenderbuffer glIsRenderbufferEXT glIsSampler
    glIsShader glIsSync glIsTexture glIsTextureEXT glIsTransformFeedback glIsTransformFeedbackNV
    glIsVariantEnabledEXT glIsVertexArray glIsVertexArrayAPPLE glIsVertexAttribEnabledAPPLE
    glXGetClientString glXGetConfig glXGetCurrentContext glXGetCurrentDisplay glXGetCurrentDisplayEXT
    glXGetCurrentDrawable glXGetCurrentReadDrawable glXGetCurrentReadDrawableSGI glXGetProcAddress
    glXGetProcAddressARB glXIsDirect glXQueryExtension glXQueryExtensionsString glXQueryVersion
    wglDescribePixelFormat wglGetCurrentContext wglGetCurrentDC wglGetDefaultProcAddress
    wglGetExtensionsStringARB wglGetExtensionsStringEXT wglGetPixelFormat wglGetProcAddress
  `,
  "marker,marker-push": `
    D3DPERF_BeginEvent ID3DUserDefinedAnnotation::BeginEvent glPushDebugGroup glPushDebugGroupKHR
    glPushGroupMarkerEXT
  `,
  "marker,marker-pop": `
    D3DPERF_EndEvent ID3DUserDefinedAnnotation::EndEvent glPopDebugGroup glPopDebugGroupKHR
    glPopGroupMarkerEXT
  `,
  "marker": "D3DPERF_SetMarker ID3DUserDefinedAnnotation::SetMarker glStringMarkerGREMEDY",
  "render": `
    IDirect3DDevice2::DrawIndexedPrimitive IDirect3DDevice2::DrawPrimitive
    IDirect3DDevice3::DrawIndexedPrimitive IDirect3DDevice3::DrawIndexedPrimitiveStrided
    IDirect3DDevice3::DrawIndexedPrimitiveVB IDirect3DDevice3::DrawPrimitive
    IDirect3DDevice3::DrawPrimitiveStrided IDirect3DDevice3::DrawPrimitiveVB IDirect3DDevice7::Clear
    IDirect3DDevice7::DrawIndexedPrimitive IDirect3DDevice7::DrawIndexedPrimitiveStrided
    IDirect3DDevice7::DrawIndexedPrimitiveVB IDirect3DDevice7::DrawPrimitive
    IDirect3DDevice7::DrawPrimitiveStrided IDirect3DDevice7::DrawPrimitiveVB IDirect3DDevice8::Clear
    IDirect3DDevice8::DrawIndexedPrimitive IDirect3DDevice8::DrawIndexedPrimitiveUP
    IDirect3DDevice8::DrawPrimitive IDirect3DDevice8::DrawPrimitiveUP IDirect3DDevice8::DrawRectPatch
    IDirect3DDevice8::DrawTriPatch IDirect3DDevice9::Clear IDirect3DDevice9::DrawIndexedPrimitive
    IDirect3DDevice9::DrawIndexedPrimitiveUP IDirect3DDevice9::DrawPrimitive
    IDirect3DDevice9::DrawPrimitiveUP IDirect3DDevice9::DrawRectPatch IDirect3DDevice9::DrawTriPatch
    IDirect3DDevice9Ex::Clear IDirect3DDevice9Ex::DrawIndexedPrimitive
    IDirect3DDevice9Ex::DrawIndexedPrimitiveUP IDirect3DDevice9Ex::DrawPrimitive
    IDirect3DDevice9Ex::DrawPrimitiveUP IDirect3DDevice9Ex::DrawRectPatch
    IDirect3DDevice9Ex::DrawTriPatch IDirect3DViewport2::Clear IDirect3DViewport3::Clear
    IDirect3DViewport3::Clear2 IDirect3DViewport::Clear
  `,
  "end-frame,swap-rendertarget": `
    IDirect3DDevice8::Present IDirect3DDevice9::Present IDirect3DDevice9Ex::Present
    IDirect3DDevice9Ex::PresentEx IDirect3DSwapChain9::Present IDirect3DSwapChain9Ex::Present
    eglSwapBuffers eglSwapBuffersWithDamageEXT eglSwapBuffersWithDamageKHR glXSwapBuffers
    glXSwapBuffersMscOML wglSwapBuffers wglSwapLayerBuffers wglSwapMultipleBuffers
  `,
  "swap-rendertarget": `
    IDirect3DDevice8::SetRenderTarget IDirect3DDevice9::SetRenderTarget
    IDirect3DDevice9Ex::SetRenderTarget
  `,
  "verbose": `
    eglGetConfigAttrib glXGetFBConfigAttrib glXGetFBConfigAttribSGIX wglGetPixelFormatAttribivARB
    wglGetPixelFormatAttribivEXT
  `,
  "no-side-effects": `
    eglSetDamageRegionKHR glAreProgramsResidentNV glAreTexturesResident glAreTexturesResidentEXT
    glBufferRegionEnabled glDebugMessageControl glDebugMessageControlARB glDebugMessageEnableAMD
    glGetActiveAtomicCounterBufferiv glGetActiveAttrib glGetActiveAttribARB glGetActiveSubroutineName
    glGetActiveSubroutineUniformName glGetActiveSubroutineUniformiv glGetActiveUniform
    glGetActiveUniformARB glGetActiveUniformBlockName glGetActiveUniformBlockiv glGetActiveUniformName
    glGetActiveUniformsiv glGetActiveVaryingNV glGetArrayObjectfvATI glGetArrayObjectivATI
    glGetAttachedObjectsARB glGetAttachedShaders glGetBooleanIndexedvEXT glGetBooleani_v glGetBooleanv
    glGetBufferParameteri64v glGetBufferParameteriv glGetBufferParameterivARB
    glGetBufferParameterui64vNV glGetBufferPointerv glGetBufferPointervARB glGetBufferSubData
    glGetBufferSubDataARB glGetClipPlane glGetColorTable glGetColorTableEXT glGetColorTableParameterfv
    glGetColorTableParameterfvEXT glGetColorTableParameterfvSGI glGetColorTableParameteriv
    glGetColorTableParameterivEXT glGetColorTableParameterivSGI glGetColorTableSGI
    glGetCombinerInputParameterfvNV glGetCombinerInputParameterivNV glGetCombinerOutputParameterfvNV
    glGetCombinerOutputParameterivNV glGetCombinerStageParameterfvNV glGetConvolutionFilterEXT
    glGetConvolutionParameterfv glGetConvolutionParameterfvEXT glGetConvolutionParameteriv
    glGetConvolutionParameterivEXT glGetDetailTexFuncSGIS glGetDoubleIndexedvEXT glGetDoublei_v
    glGetDoublev glGetError glGetFenceivNV glGetFinalCombinerInputParameterfvNV
    glGetFinalCombinerInputParameterivNV glGetFogFuncSGIS glGetFragDataIndex glGetFragmentLightfvSGIX
    glGetFragmentLightivSGIX glGetFragmentMaterialfvSGIX glGetFragmentMaterialivSGIX
    glGetFramebufferAttachmentParameteriv glGetFramebufferAttachmentParameterivEXT
    glGetFramebufferParameteriv glGetFramebufferParameterivEXT glGetGraphicsResetStatusARB
    glGetHandleARB glGetHistogramEXT glGetHistogramParameterfv glGetHistogramParameterfvEXT
    glGetHistogramParameteriv glGetHistogramParameterivEXT glGetImageTransformParameterfvHP
    glGetImageTransformParameterivHP glGetInfoLogARB glGetInstrumentsSGIX glGetInternalformati64v
    glGetInternalformativ glGetInvariantBooleanvEXT glGetInvariantFloatvEXT glGetInvariantIntegervEXT
    glGetLightfv glGetLightiv glGetListParameterfvSGIX glGetListParameterivSGIX
    glGetLocalConstantBooleanvEXT glGetLocalConstantFloatvEXT glGetLocalConstantIntegervEXT
    glGetMapAttribParameterfvNV glGetMapAttribParameterivNV glGetMapControlPointsNV
    glGetMapParameterfvNV glGetMapParameterivNV glGetMapdv glGetMapfv glGetMapiv glGetMaterialfv
    glGetMaterialiv glGetMinmaxEXT glGetMinmaxParameterfv glGetMinmaxParameterfvEXT
    glGetMinmaxParameteriv glGetMinmaxParameterivEXT glGetMultiTexEnvfvEXT glGetMultiTexEnvivEXT
    glGetMultiTexGendvEXT glGetMultiTexGenfvEXT glGetMultiTexGenivEXT glGetMultiTexLevelParameterfvEXT
    glGetMultiTexLevelParameterivEXT glGetMultiTexParameterIivEXT glGetMultiTexParameterIuivEXT
    glGetMultiTexParameterfvEXT glGetMultiTexParameterivEXT glGetMultisamplefv glGetMultisamplefvNV
    glGetNamedBufferParameterivEXT glGetNamedBufferParameterui64vNV glGetNamedBufferPointervEXT
    glGetNamedBufferSubDataEXT glGetNamedFramebufferAttachmentParameterivEXT
    glGetNamedFramebufferParameterivEXT glGetNamedProgramLocalParameterIivEXT
    glGetNamedProgramLocalParameterIuivEXT glGetNamedProgramLocalParameterdvEXT
    glGetNamedProgramLocalParameterfvEXT glGetNamedProgramStringEXT glGetNamedProgramivEXT
    glGetNamedRenderbufferParameterivEXT glGetNamedStringARB glGetNamedStringivARB
    glGetObjectBufferfvATI glGetObjectBufferivATI glGetObjectLabel glGetObjectParameterfvARB
    glGetObjectParameterivAPPLE glGetObjectParameterivARB glGetObjectPtrLabel glGetOcclusionQueryivNV
    glGetOcclusionQueryuivNV glGetPerfMonitorCounterDataAMD glGetPerfMonitorCounterInfoAMD
    glGetPerfMonitorCounterStringAMD glGetPerfMonitorCountersAMD glGetPerfMonitorGroupStringAMD
    glGetPerfMonitorGroupsAMD glGetPixelTexGenParameterfvSGIS glGetPixelTexGenParameterivSGIS
    glGetPointerIndexedvEXT glGetPointerv glGetPointervEXT glGetProgramBinary
    glGetProgramEnvParameterIivNV glGetProgramEnvParameterIuivNV glGetProgramEnvParameterdvARB
    glGetProgramEnvParameterfvARB glGetProgramInfoLog glGetProgramInterfaceiv
    glGetProgramLocalParameterIivNV glGetProgramLocalParameterIuivNV glGetProgramLocalParameterdvARB
    glGetProgramLocalParameterfvARB glGetProgramNamedParameterdvNV glGetProgramNamedParameterfvNV
    glGetProgramParameterdvNV glGetProgramParameterfvNV glGetProgramPipelineInfoLog
    glGetProgramPipelineiv glGetProgramResourceIndex glGetProgramResourceLocation
    glGetProgramResourceLocationIndex glGetProgramResourceName glGetProgramResourceiv
    glGetProgramStageiv glGetProgramStringARB glGetProgramStringNV glGetProgramSubroutineParameteruivNV
    glGetProgramiv glGetProgramivARB glGetProgramivNV glGetQueryIndexediv glGetQueryiv glGetQueryivARB
    glGetRenderbufferParameteriv glGetRenderbufferParameterivEXT glGetSamplerParameterIiv
    glGetSamplerParameterIuiv glGetSamplerParameterfv glGetSamplerParameteriv glGetSeparableFilterEXT
    glGetShaderInfoLog glGetShaderPrecisionFormat glGetShaderSource glGetShaderSourceARB glGetShaderiv
    glGetSharpenTexFuncSGIS glGetSynciv glGetTexBumpParameterfvATI glGetTexBumpParameterivATI
    glGetTexEnvfv glGetTexEnviv glGetTexFilterFuncSGIS glGetTexGendv glGetTexGenfv glGetTexGeniv
    glGetTrackMatrixivNV glGetTransformFeedbackVarying glGetTransformFeedbackVaryingEXT
    glGetTransformFeedbackVaryingNV glGetUniformIndices glGetUniformSubroutineuiv glGetUniformdv
    glGetUniformfv glGetUniformfvARB glGetUniformi64vNV glGetUniformiv glGetUniformivARB
    glGetUniformui64vNV glGetUniformuiv glGetUniformuivEXT glGetVariantArrayObjectfvATI
    glGetVariantArrayObjectivATI glGetVariantBooleanvEXT glGetVariantFloatvEXT glGetVariantIntegervEXT
    glGetVariantPointervEXT glGetVertexArrayIntegeri_vEXT glGetVertexArrayIntegervEXT
    glGetVertexArrayPointeri_vEXT glGetVertexArrayPointervEXT glGetVideoCaptureStreamdvNV
    glGetVideoCaptureStreamfvNV glGetVideoCaptureStreamivNV glGetVideoCaptureivNV glGetVideoi64vNV
    glGetVideoivNV glGetVideoui64vNV glGetVideouivNV glGetnMapdvARB glGetnMapfvARB glGetnMapivARB
    glGetnUniformdvARB glGetnUniformfvARB glGetnUniformivARB glGetnUniformuivARB glObjectLabel
    glObjectLabelKHR glObjectPtrLabel glObjectPtrLabelKHR
  `,
  "marker,no-side-effects": `
    glDebugMessageInsert glDebugMessageInsertAMD glDebugMessageInsertARB glDebugMessageInsertKHR
    glInsertEventMarkerEXT
  `,
};
