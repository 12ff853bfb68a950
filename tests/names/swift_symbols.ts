/**
 * Symbols of programs and libraries by swiftc 6.0.3, with their paths in the trees of its demangler, and the text that
 * it writes: 150 of 21,062 that were compared, picked at random.
 */
export const SWIFT_SYMBOLS: readonly (readonly [symbol: string, path: string, demangled: string])[] = [
  [
    "$s4main5LeakyC4dataSpys5UInt8VGvM",
    "main.Leaky.data.modify",
    "main.Leaky.data.modify : Swift.UnsafeMutablePointer<Swift.UInt8>",
  ],
  [
    "$sSa5main0SiRszlE7leakAllyyF",
    "main0.Array.leakAll",
    "(extension in main0):Swift.Array<A where A == Swift.Int>.leakAll() -> ()",
  ],
  [
    "$sSa5countSivgSi_Tg5",
    "Swift.Array.count.getter",
    "generic specialization <Swift.Int> of Swift.Array.count.getter : Swift.Int",
  ],
  [
    "$s4main4BlobC4nextACyxGSgvpfi",
    "main.Blob.next",
    "variable initialization expression of main.Blob.next : main.Blob<A>?",
  ],
  [
    "$ss17_assertionFailure__4file4line5flagss5NeverOs12StaticStringV_A2HSus6UInt32VtF",
    "Swift._assertionFailure",
    "Swift._assertionFailure(_: Swift.StaticString, _: Swift.StaticString, file: Swift.StaticString, line: Swift.UInt, flags: Swift.UInt32) -> Swift.Never",
  ],
  ["$s4main4BlobCfD", "main.Blob.__deallocating_deinit", "main.Blob.__deallocating_deinit"],
  ["$s4main5StoreO4keptSayypGvMZ", "main.Store.kept.modify", "static main.Store.kept.modify : [Any]"],
  [
    "$sSD_7defaultq_x_q_yXKtciM",
    "Swift.Dictionary.subscript.modify",
    "Swift.Dictionary.subscript.modify : (_: A, default: @autoclosure () -> B) -> B",
  ],
  [
    "$s4main5StoreO4keptSayypGvau",
    "main.Store.kept.unsafeMutableAddressor",
    "main.Store.kept.unsafeMutableAddressor : [Any]",
  ],
  [
    "$s4main4BlobC5itemsSayxGvM.resume.0",
    "main.Blob.items.modify",
    'main.Blob.items.modify : [A] with unmangled suffix ".resume.0"',
  ],
  ["$s5main04BlobCyACyxGxcfc", "main0.Blob.init", "main0.Blob.init(A) -> main0.Blob<A>"],
  ["$s5main05StoreO4keptSayypGvsZ", "main0.Store.kept.setter", "static main0.Store.kept.setter : [Any]"],
  [
    "$s4main5LeakyC2meACSgvpfi",
    "main.Leaky.me",
    "variable initialization expression of main.Leaky.me : main.Leaky?",
  ],
  ["$s5main04BlobCMa", "type metadata accessor for main0.Blob", "type metadata accessor for main0.Blob"],
  ["$s4main5StoreO4keptSayypGvsZ", "main.Store.kept.setter", "static main.Store.kept.setter : [Any]"],
  [
    "$ss10_expectEnd2of2isyx_5IndexQztSlRzlF",
    "Swift._expectEnd",
    "Swift._expectEnd<A where A: Swift.Collection>(of: A, is: A.Index) -> ()",
  ],
  ["$s4main5LeakyC2meACSgvs", "main.Leaky.me.setter", "main.Leaky.me.setter : main.Leaky?"],
  [
    "$s4main4BlobC4nextACyxGSgvM.resume.0",
    "main.Blob.next.modify",
    'main.Blob.next.modify : main.Blob<A>? with unmangled suffix ".resume.0"',
  ],
  [
    "$sSa4mainSiRszlE7leakAllyyF",
    "main.Array.leakAll",
    "(extension in main):Swift.Array<A where A == Swift.Int>.leakAll() -> ()",
  ],
  ["$s5main0S2icfU_", "closure #1 in main0", "closure #1 (Swift.Int) -> Swift.Int in main0"],
  [
    "$s5main04BlobC4nextACyxGSgvM.resume.0",
    "main0.Blob.next.modify",
    'main0.Blob.next.modify : main0.Blob<A>? with unmangled suffix ".resume.0"',
  ],
  [
    "$ss26DefaultStringInterpolationV13appendLiteralyySSF",
    "Swift.DefaultStringInterpolation.appendLiteral",
    "Swift.DefaultStringInterpolation.appendLiteral(Swift.String) -> ()",
  ],
  ["$s5main05StoreO4keptSayypGvMZ", "main0.Store.kept.modify", "static main0.Store.kept.modify : [Any]"],
  ["$s4main5StoreOMa", "type metadata accessor for main.Store", "type metadata accessor for main.Store"],
  [
    "$ss15ContiguousArrayVAByxGycfC",
    "Swift.ContiguousArray.init",
    "Swift.ContiguousArray.init() -> Swift.ContiguousArray<A>",
  ],
  ["$ss6HasherV5_seedABSi_tcfC", "Swift.Hasher.init", "Swift.Hasher.init(_seed: Swift.Int) -> Swift.Hasher"],
  [
    "$s5main05StoreO4keepyyAA4BlobCyxGlFZ",
    "main0.Store.keep",
    "static main0.Store.keep<A>(main0.Blob<A>) -> ()",
  ],
  ["$s5main05LeakyC4sizeACSi_tcfc", "main0.Leaky.init", "main0.Leaky.init(size: Swift.Int) -> main0.Leaky"],
  ["$s5main05StoreO4keptSayypGvgZ", "main0.Store.kept.getter", "static main0.Store.kept.getter : [Any]"],
  [
    "$ss27_stringCompareWithSmolCheck__9expectingSbs11_StringGutsV_ADs01_G16ComparisonResultOtF",
    "Swift._stringCompareWithSmolCheck",
    "Swift._stringCompareWithSmolCheck(_: Swift._StringGuts, _: Swift._StringGuts, expecting: Swift._StringComparisonResult) -> Swift.Bool",
  ],
  ["$s4main4BlobC5itemsSayxGvs", "main.Blob.items.setter", "main.Blob.items.setter : [A]"],
  [
    "$s4main5LeakyC4dataSpys5UInt8VGvg",
    "main.Leaky.data.getter",
    "main.Leaky.data.getter : Swift.UnsafeMutablePointer<Swift.UInt8>",
  ],
  [
    "$s4main5LeakyC4sizeACSi_tcfC",
    "main.Leaky.__allocating_init",
    "main.Leaky.__allocating_init(size: Swift.Int) -> main.Leaky",
  ],
  [
    "$s5main05LeakyC4dataSpys5UInt8VGvM.resume.0",
    "main0.Leaky.data.modify",
    'main0.Leaky.data.modify : Swift.UnsafeMutablePointer<Swift.UInt8> with unmangled suffix ".resume.0"',
  ],
  ["$s5main05StoreO4keptSayypGvpZ", "main0.Store.kept", "static main0.Store.kept : [Any]"],
  ["$s4main9makeBlobsyySiF", "main.makeBlobs", "main.makeBlobs(Swift.Int) -> ()"],
  ["$s5main09makeBlobsyySiF", "main0.makeBlobs", "main0.makeBlobs(Swift.Int) -> ()"],
  [
    "$s5main05LeakyC2meACSgvM.resume.0",
    "main0.Leaky.me.modify",
    'main0.Leaky.me.modify : main0.Leaky? with unmangled suffix ".resume.0"',
  ],
  ["$s4main5LeakyCfd", "main.Leaky.deinit", "main.Leaky.deinit"],
  ["$s5main04BlobC5itemsSayxGvg", "main0.Blob.items.getter", "main0.Blob.items.getter : [A]"],
  [
    "$ss8RangeSetV10isDisjointySbAByxGF",
    "Swift.RangeSet.isDisjoint",
    "Swift.RangeSet.isDisjoint(Swift.RangeSet<A>) -> Swift.Bool",
  ],
  [
    "$ss6UInt64V5WordsV5index6beforeS2i_tF",
    "Swift.UInt64.Words.index",
    "Swift.UInt64.Words.index(before: Swift.Int) -> Swift.Int",
  ],
  [
    "$s10Foundation15NSURLComponentsC10queryItemsSay0A10Essentials12URLQueryItemVGSgvg",
    "Foundation.NSURLComponents.queryItems.getter",
    "Foundation.NSURLComponents.queryItems.getter : [FoundationEssentials.URLQueryItem]?",
  ],
  [
    "$s10Foundation7ScannerC6localeypSgvpfi",
    "Foundation.Scanner.locale",
    "variable initialization expression of Foundation.Scanner.locale : Any?",
  ],
  [
    "$s10Foundation9OperationC12__completionyyYbcSgvg",
    "Foundation.Operation.__completion.getter",
    "Foundation.Operation.__completion.getter : (@Sendable () -> ())?",
  ],
  ["$s10Foundation8ProgressC6cancelyyF", "Foundation.Progress.cancel", "Foundation.Progress.cancel() -> ()"],
  [
    "$ss15__RawSetStorageC6_countSivM",
    "Swift.__RawSetStorage._count.modify",
    "Swift.__RawSetStorage._count.modify : Swift.Int",
  ],
  [
    "$s10Foundation14URLResourceKeyV018volumeIsJournalingC0ACvau",
    "Foundation.URLResourceKey.volumeIsJournalingKey.unsafeMutableAddressor",
    "Foundation.URLResourceKey.volumeIsJournalingKey.unsafeMutableAddressor : Foundation.URLResourceKey",
  ],
  [
    "$s10Foundation7ScannerCACycfc",
    "Foundation.Scanner.init",
    "Foundation.Scanner.init() -> Foundation.Scanner",
  ],
  [
    "$s22_FoundationCollections10OrderedSetV7shuffle5usingyqd__z_tSGRd__lF",
    "_FoundationCollections.OrderedSet.shuffle",
    "_FoundationCollections.OrderedSet.shuffle<A where A1: Swift.RandomNumberGenerator>(using: inout A1) -> ()",
  ],
  [
    "$s10Foundation14URLResourceKeyV027ubiquitousItemIsDownloadingC0ACvau",
    "Foundation.URLResourceKey.ubiquitousItemIsDownloadingKey.unsafeMutableAddressor",
    "Foundation.URLResourceKey.ubiquitousItemIsDownloadingKey.unsafeMutableAddressor : Foundation.URLResourceKey",
  ],
  [
    "$ss19AsyncPrefixSequenceV8IteratorV9remainingSivg",
    "Swift.AsyncPrefixSequence.Iterator.remaining.getter",
    "Swift.AsyncPrefixSequence.Iterator.remaining.getter : Swift.Int",
  ],
  [
    "$ss11JobPriorityV2neoiySbAB_ABtFZ",
    "Swift.JobPriority.!=",
    "static Swift.JobPriority.!= infix(Swift.JobPriority, Swift.JobPriority) -> Swift.Bool",
  ],
  [
    "$s10Foundation8NSLocaleCACycfc",
    "Foundation.NSLocale.init",
    "Foundation.NSLocale.init() -> Foundation.NSLocale",
  ],
  [
    "$s10Foundation11NSConditionCfD",
    "Foundation.NSCondition.__deallocating_deinit",
    "Foundation.NSCondition.__deallocating_deinit",
  ],
  [
    "$s10Foundation7ProcessC18_terminationReason33_05FBE738056ADAC488E6D2B534411459LLAC011TerminationD0Ovs",
    "Foundation.Process._terminationReason.setter",
    "Foundation.Process.(_terminationReason in _05FBE738056ADAC488E6D2B534411459).setter : Foundation.Process.TerminationReason",
  ],
  [
    "$s20FoundationEssentials11FileManagerC10removeItem6atPathySS_tKF",
    "FoundationEssentials.FileManager.removeItem",
    "FoundationEssentials.FileManager.removeItem(atPath: Swift.String) throws -> ()",
  ],
  [
    "$s10Foundation13DateFormatterC24standaloneQuarterSymbolsSaySSGvg",
    "Foundation.DateFormatter.standaloneQuarterSymbols.getter",
    "Foundation.DateFormatter.standaloneQuarterSymbols.getter : [Swift.String]",
  ],
  [
    "$ss5UInt8V10FoundationE10truncatingAbC8NSNumberC_tcfC",
    "Foundation.UInt8.init",
    "(extension in Foundation):Swift.UInt8.init(truncating: Foundation.NSNumber) -> Swift.UInt8",
  ],
  [
    "$ss15FlattenSequenceVsSlRzSl7ElementRpzrlE5IndexV6_outerAEQzvg",
    "Swift.FlattenSequence.Index._outer.getter",
    "(extension in Swift):Swift.FlattenSequence< where A: Swift.Collection, A.Element: Swift.Collection>.Index._outer.getter : A.Index",
  ],
  [
    "$s10Foundation8NSLocaleC3KeyV18collatorIdentifierAEvpZ",
    "Foundation.NSLocale.Key.collatorIdentifier",
    "static Foundation.NSLocale.Key.collatorIdentifier : Foundation.NSLocale.Key",
  ],
  [
    "$sSp9hashValueSivg",
    "Swift.UnsafeMutablePointer.hashValue.getter",
    "Swift.UnsafeMutablePointer.hashValue.getter : Swift.Int",
  ],
  [
    "$ss13KeyValuePairsV17dictionaryLiteralAByxq_Gx_q_td_tcfC",
    "Swift.KeyValuePairs.init",
    "Swift.KeyValuePairs.init(dictionaryLiteral: (A, B)...) -> Swift.KeyValuePairs<A, B>",
  ],
  [
    "$ss5SIMD3Vss17FixedWidthIntegerRzrlE18truncatingIfNeededAByxGAByqd__G_tcsACRd__s10SIMDScalarRd__lufC",
    "Swift.SIMD3.init",
    "(extension in Swift):Swift.SIMD3< where A: Swift.FixedWidthInteger>.init<A where A1: Swift.FixedWidthInteger, A1: Swift.SIMDScalar>(truncatingIfNeeded: Swift.SIMD3<A1>) -> Swift.SIMD3<A>",
  ],
  [
    "$sSf12SIMD8StorageVMa",
    "type metadata accessor for Swift.Float.SIMD8Storage",
    "type metadata accessor for Swift.Float.SIMD8Storage",
  ],
  [
    "$s20FoundationEssentials16AttributedStringV4RunsV16AttributesSlice4V5index5afterAC5IndexVAK_tF",
    "FoundationEssentials.AttributedString.Runs.AttributesSlice4.index",
    "FoundationEssentials.AttributedString.Runs.AttributesSlice4.index(after: FoundationEssentials.AttributedString.Index) -> FoundationEssentials.AttributedString.Index",
  ],
  [
    "$ss17FixedWidthIntegerPsE18truncatingIfNeededxqd___tcSzRd__lufC",
    "Swift.FixedWidthInteger.init",
    "(extension in Swift):Swift.FixedWidthInteger.init<A where A1: Swift.BinaryInteger>(truncatingIfNeeded: A1) -> A",
  ],
  [
    "$sSf23formTruncatingRemainder10dividingByySf_tF",
    "Swift.Float.formTruncatingRemainder",
    "Swift.Float.formTruncatingRemainder(dividingBy: Swift.Float) -> ()",
  ],
  [
    "$s20FoundationEssentials11JSONEncoderC16OutputFormattingV13prettyPrintedAEvau",
    "FoundationEssentials.JSONEncoder.OutputFormatting.prettyPrinted.unsafeMutableAddressor",
    "FoundationEssentials.JSONEncoder.OutputFormatting.prettyPrinted.unsafeMutableAddressor : FoundationEssentials.JSONEncoder.OutputFormatting",
  ],
  [
    "$ss4Int8V13SIMD16StorageVADycfC",
    "Swift.Int8.SIMD16Storage.init",
    "Swift.Int8.SIMD16Storage.init() -> Swift.Int8.SIMD16Storage",
  ],
  [
    "$sSS9UTF16ViewV5index_8offsetBySS5IndexVAF_SitF",
    "Swift.String.UTF16View.index",
    "Swift.String.UTF16View.index(_: Swift.String.Index, offsetBy: Swift.Int) -> Swift.String.Index",
  ],
  [
    "$ss7UInt128V9hashValueSivg",
    "Swift.UInt128.hashValue.getter",
    "Swift.UInt128.hashValue.getter : Swift.Int",
  ],
  [
    "$s10Foundation12NSMutableSetC5unionyyShys11AnyHashableVGF",
    "Foundation.NSMutableSet.union",
    "Foundation.NSMutableSet.union(Swift.Set<Swift.AnyHashable>) -> ()",
  ],
  [
    "$s20FoundationEssentials14DateComponentsV14weekdayOrdinalSiSgvM",
    "FoundationEssentials.DateComponents.weekdayOrdinal.modify",
    "FoundationEssentials.DateComponents.weekdayOrdinal.modify : Swift.Int?",
  ],
  [
    "$ss5Int64V12SIMD4StorageVyABSicig",
    "Swift.Int64.SIMD4Storage.subscript.getter",
    "Swift.Int64.SIMD4Storage.subscript.getter : (Swift.Int) -> Swift.Int64",
  ],
  [
    "$sSb22_builtinBooleanLiteralSbBi1__tcfC",
    "Swift.Bool.init",
    "Swift.Bool.init(_builtinBooleanLiteral: Builtin.Int1) -> Swift.Bool",
  ],
  [
    "$s22_FoundationCollections17OrderedDictionaryV6ValuesV5index_8offsetByS2i_SitF",
    "_FoundationCollections.OrderedDictionary.Values.index",
    "_FoundationCollections.OrderedDictionary.Values.index(_: Swift.Int, offsetBy: Swift.Int) -> Swift.Int",
  ],
  [
    "$ss30AsyncThrowingDropWhileSequenceV8IteratorV12doneDroppingSbvg",
    "Swift.AsyncThrowingDropWhileSequence.Iterator.doneDropping.getter",
    "Swift.AsyncThrowingDropWhileSequence.Iterator.doneDropping.getter : Swift.Bool",
  ],
  [
    "$s20FoundationEssentials8CalendarV14RecurrenceRuleV7minutesSaySiGvs",
    "FoundationEssentials.Calendar.RecurrenceRule.minutes.setter",
    "FoundationEssentials.Calendar.RecurrenceRule.minutes.setter : [Swift.Int]",
  ],
  [
    "$ss5Int32V5WordsVySuSicig",
    "Swift.Int32.Words.subscript.getter",
    "Swift.Int32.Words.subscript.getter : (Swift.Int) -> Swift.UInt",
  ],
  [
    "$ss17_NativeDictionaryV8capacitySivg",
    "Swift._NativeDictionary.capacity.getter",
    "Swift._NativeDictionary.capacity.getter : Swift.Int",
  ],
  [
    "$s10Foundation10SocketPortC7isEqualySbypSgF",
    "Foundation.SocketPort.isEqual",
    "Foundation.SocketPort.isEqual(Any?) -> Swift.Bool",
  ],
  [
    "$sSlsE20_failEarlyRangeCheck_6boundsySny5IndexQzG_AEtF",
    "Swift.Collection._failEarlyRangeCheck",
    "(extension in Swift):Swift.Collection._failEarlyRangeCheck(_: Swift.Range<A.Index>, bounds: Swift.Range<A.Index>) -> ()",
  ],
  [
    "$s10Foundation7NSErrorCfD",
    "Foundation.NSError.__deallocating_deinit",
    "Foundation.NSError.__deallocating_deinit",
  ],
  [
    "$ss5SIMD8V8highHalfs5SIMD4VyxGvs",
    "Swift.SIMD8.highHalf.setter",
    "Swift.SIMD8.highHalf.setter : Swift.SIMD4<A>",
  ],
  [
    "$s22_FoundationCollections10OrderedSetV11SubSequenceV5index_8offsetBy07limitedI0SiSgSi_S2itF",
    "_FoundationCollections.OrderedSet.SubSequence.index",
    "_FoundationCollections.OrderedSet.SubSequence.index(_: Swift.Int, offsetBy: Swift.Int, limitedBy: Swift.Int) -> Swift.Int?",
  ],
  [
    "$sSS5IndexV15characterStrideSiSgvg",
    "Swift.String.Index.characterStride.getter",
    "Swift.String.Index.characterStride.getter : Swift.Int?",
  ],
  [
    "$s6XCTest0A7CaseRunCfD",
    "XCTest.XCTestCaseRun.__deallocating_deinit",
    "XCTest.XCTestCaseRun.__deallocating_deinit",
  ],
  [
    "$s10Foundation17JSONSerializationC14ReadingOptionsV13mutableLeavesAEvgZ",
    "Foundation.JSONSerialization.ReadingOptions.mutableLeaves.getter",
    "static Foundation.JSONSerialization.ReadingOptions.mutableLeaves.getter : Foundation.JSONSerialization.ReadingOptions",
  ],
  [
    "$s20FoundationEssentials4DateV18ISO8601FormatStyleV0C9SeparatorO8rawValueAGSgSS_tcfC",
    "FoundationEssentials.Date.ISO8601FormatStyle.DateSeparator.init",
    "FoundationEssentials.Date.ISO8601FormatStyle.DateSeparator.init(rawValue: Swift.String) -> FoundationEssentials.Date.ISO8601FormatStyle.DateSeparator?",
  ],
  [
    "$s10Foundation7NSCoderC11decodePoint6forKeyAA7CGPointVSS_tF",
    "Foundation.NSCoder.decodePoint",
    "Foundation.NSCoder.decodePoint(forKey: Swift.String) -> Foundation.CGPoint",
  ],
  [
    "$s10Foundation6NSMidXyAA7CGFloatVAA6CGRectVF",
    "Foundation.NSMidX",
    "Foundation.NSMidX(Foundation.CGRect) -> Foundation.CGFloat",
  ],
  [
    "$s10Foundation8NSObjectC7isEqualySbypSgF",
    "Foundation.NSObject.isEqual",
    "Foundation.NSObject.isEqual(Any?) -> Swift.Bool",
  ],
  [
    "$ss24UnkeyedDecodingContainerPsE15decodeIfPresentySuSgSumKF",
    "Swift.UnkeyedDecodingContainer.decodeIfPresent",
    "(extension in Swift):Swift.UnkeyedDecodingContainer.decodeIfPresent(Swift.UInt.Type) throws -> Swift.UInt?",
  ],
  [
    "$s10Foundation13NSMutableDataC10contentsOf7optionsAC0A10Essentials3URLV_AF0C0V14ReadingOptionsVtKcfC",
    "Foundation.NSMutableData.__allocating_init",
    "Foundation.NSMutableData.__allocating_init(contentsOf: FoundationEssentials.URL, options: FoundationEssentials.Data.ReadingOptions) throws -> Foundation.NSMutableData",
  ],
  [
    "$s10Foundation8IndexSetV0B0VMa",
    "type metadata accessor for Foundation.IndexSet.Index",
    "type metadata accessor for Foundation.IndexSet.Index",
  ],
  [
    "$s20FoundationEssentials6LocaleV6regionAC6RegionVSgvg",
    "FoundationEssentials.Locale.region.getter",
    "FoundationEssentials.Locale.region.getter : FoundationEssentials.Locale.Region?",
  ],
  [
    "$s10Foundation11InputStreamC9getBuffer_6lengthSbSpySpys5UInt8VGSgG_SpySiGtF",
    "Foundation.InputStream.getBuffer",
    "Foundation.InputStream.getBuffer(_: Swift.UnsafeMutablePointer<Swift.UnsafeMutablePointer<Swift.UInt8>?>, length: Swift.UnsafeMutablePointer<Swift.Int>) -> Swift.Bool",
  ],
  [
    "$sSD15reserveCapacityyySiF",
    "Swift.Dictionary.reserveCapacity",
    "Swift.Dictionary.reserveCapacity(Swift.Int) -> ()",
  ],
  ["$sSi2seoiyySiz_SitFZ", "Swift.Int.-=", "static Swift.Int.-= infix(inout Swift.Int, Swift.Int) -> ()"],
  [
    "$s10Foundation19NSMutableOrderedSetC9setObject_2atyyp_SitF",
    "Foundation.NSMutableOrderedSet.setObject",
    "Foundation.NSMutableOrderedSet.setObject(_: Any, at: Swift.Int) -> ()",
  ],
  [
    "$s10Foundation13NSMutableDataC10resetBytes2inyAA8_NSRangeV_tF",
    "Foundation.NSMutableData.resetBytes",
    "Foundation.NSMutableData.resetBytes(in: Foundation._NSRange) -> ()",
  ],
  [
    "$sSS17UnicodeScalarViewV5_gutss11_StringGutsVvg",
    "Swift.String.UnicodeScalarView._guts.getter",
    "Swift.String.UnicodeScalarView._guts.getter : Swift._StringGuts",
  ],
  [
    "$ss6UInt64V10FoundationEyAbC7CGFloatVcfC",
    "Foundation.UInt64.init",
    "(extension in Foundation):Swift.UInt64.init(Foundation.CGFloat) -> Swift.UInt64",
  ],
  [
    "$s22_FoundationCollections17OrderedDictionaryV8IteratorVMa",
    "type metadata accessor for _FoundationCollections.OrderedDictionary.Iterator",
    "type metadata accessor for _FoundationCollections.OrderedDictionary.Iterator",
  ],
  [
    "$ss7UnicodeO5UTF16O13ReverseParserVAFycfC",
    "Swift.Unicode.UTF16.ReverseParser.init",
    "Swift.Unicode.UTF16.ReverseParser.init() -> Swift.Unicode.UTF16.ReverseParser",
  ],
  [
    "$ss19AsyncFilterSequenceV_10isIncludedAByxGx_Sb7ElementQzYactcfC",
    "Swift.AsyncFilterSequence.init",
    "Swift.AsyncFilterSequence.init(_: A, isIncluded: (A.Element) async -> Swift.Bool) -> Swift.AsyncFilterSequence<A>",
  ],
  [
    "$s20FoundationEssentials24AttributedStringProtocolPAAE5index14afterCharacterAA0cD0V5IndexVAI_tF",
    "FoundationEssentials.AttributedStringProtocol.index",
    "(extension in FoundationEssentials):FoundationEssentials.AttributedStringProtocol.index(afterCharacter: FoundationEssentials.AttributedString.Index) -> FoundationEssentials.AttributedString.Index",
  ],
  ["$ss5_rintys7Float80VACF", "Swift._rint", "Swift._rint(Swift.Float80) -> Swift.Float80"],
  [
    "$s10Foundation10NSCalendarC10identifierACSgAC10IdentifierV_tcfc",
    "Foundation.NSCalendar.init",
    "Foundation.NSCalendar.init(identifier: Foundation.NSCalendar.Identifier) -> Foundation.NSCalendar?",
  ],
  [
    "$s20FoundationEssentials6LocaleV0A0E16isoCurrencyCodesSaySSGvgZ",
    "Foundation.Locale.isoCurrencyCodes.getter",
    "static (extension in Foundation):FoundationEssentials.Locale.isoCurrencyCodes.getter : [Swift.String]",
  ],
  [
    "$ss24UnkeyedEncodingContainerPsE6encode10contentsOfyqd___tKSTRd__s6UInt16V7ElementRtd__lF",
    "Swift.UnkeyedEncodingContainer.encode",
    "(extension in Swift):Swift.UnkeyedEncodingContainer.encode<A where A1: Swift.Sequence, A1.Element == Swift.UInt16>(contentsOf: A1) throws -> ()",
  ],
  [
    "$sScg22awaitAllRemainingTasksyyYaFTu",
    "Swift.ThrowingTaskGroup.awaitAllRemainingTasks",
    "async function pointer to Swift.ThrowingTaskGroup.awaitAllRemainingTasks() async -> ()",
  ],
  [
    "$ss15FlattenSequenceV8IteratorV5_baseADyx_GACQz_tcfC",
    "Swift.FlattenSequence.Iterator.init",
    "Swift.FlattenSequence.Iterator.init(_base: A.Iterator) -> Swift.FlattenSequence<A>.Iterator",
  ],
  [
    "$s10Foundation15StringTransformV19stripCombiningMarksACvau",
    "Foundation.StringTransform.stripCombiningMarks.unsafeMutableAddressor",
    "Foundation.StringTransform.stripCombiningMarks.unsafeMutableAddressor : Foundation.StringTransform",
  ],
  [
    "$s20FoundationEssentials13__DataStorageC7_offsetSivM",
    "FoundationEssentials.__DataStorage._offset.modify",
    "FoundationEssentials.__DataStorage._offset.modify : Swift.Int",
  ],
  [
    "$s10Foundation4HostCyACSSSg_AC11ResolveTypeOtcfC",
    "Foundation.Host.__allocating_init",
    "Foundation.Host.__allocating_init(Swift.String?, Foundation.Host.ResolveType) -> Foundation.Host",
  ],
  [
    "$s22_FoundationCollections4RopeV7BuilderV16_insertBeforeTipyyAC5_ItemVyx_GnF",
    "_FoundationCollections.Rope.Builder._insertBeforeTip",
    "_FoundationCollections.Rope.Builder._insertBeforeTip(__owned _FoundationCollections.Rope<A>._Item) -> ()",
  ],
  [
    "$s10Foundation10NSCalendarC14_bridgeToSwift0A10Essentials8CalendarVyF",
    "Foundation.NSCalendar._bridgeToSwift",
    "Foundation.NSCalendar._bridgeToSwift() -> FoundationEssentials.Calendar",
  ],
  [
    "$sSR9formIndex6beforeySiz_tF",
    "Swift.UnsafeBufferPointer.formIndex",
    "Swift.UnsafeBufferPointer.formIndex(before: inout Swift.Int) -> ()",
  ],
  [
    "$s20FoundationEssentials20PredicateExpressionsO11ClosedRangeVAASeRzSERzSeR_SER_rlE6encode2toys7Encoder_p_tKF",
    "FoundationEssentials.PredicateExpressions.ClosedRange.encode",
    "(extension in FoundationEssentials):FoundationEssentials.PredicateExpressions.ClosedRange< where A: Swift.Decodable, A: Swift.Encodable, B: Swift.Decodable, B: Swift.Encodable>.encode(to: Swift.Encoder) throws -> ()",
  ],
  [
    "$ss15ContinuousClockV7InstantV9hashValueSivg",
    "Swift.ContinuousClock.Instant.hashValue.getter",
    "Swift.ContinuousClock.Instant.hashValue.getter : Swift.Int",
  ],
  [
    "$ss20LazySequenceProtocolPsE4drop5whiles0a9DropWhileB0Vy8ElementsQzGSb7ElementQzc_tF",
    "Swift.LazySequenceProtocol.drop",
    "(extension in Swift):Swift.LazySequenceProtocol.drop(while: (A.Element) -> Swift.Bool) -> Swift.LazyDropWhileSequence<A.Elements>",
  ],
  [
    "$s10Foundation6NSDataC7_length33_6A2A18DBA81B32BFAF1406C41D05FDF5LLSivg",
    "Foundation.NSData._length.getter",
    "Foundation.NSData.(_length in _6A2A18DBA81B32BFAF1406C41D05FDF5).getter : Swift.Int",
  ],
  [
    "$s10Foundation8ProgressC14totalUnitCountACs5Int64V_tcfC",
    "Foundation.Progress.__allocating_init",
    "Foundation.Progress.__allocating_init(totalUnitCount: Swift.Int64) -> Foundation.Progress",
  ],
  [
    "$s20FoundationEssentials6LocaleV17MeasurementSystemV21_normalizedIdentifierSSvM",
    "FoundationEssentials.Locale.MeasurementSystem._normalizedIdentifier.modify",
    "FoundationEssentials.Locale.MeasurementSystem._normalizedIdentifier.modify : Swift.String",
  ],
  [
    "$s10Foundation5hypotyAA7CGFloatVAD_ADtF",
    "Foundation.hypot",
    "Foundation.hypot(Foundation.CGFloat, Foundation.CGFloat) -> Foundation.CGFloat",
  ],
  [
    "$s20FoundationEssentials20PredicateExpressionsO34DictionaryKeyDefaultValueSubscriptV7defaultq0_vg",
    "FoundationEssentials.PredicateExpressions.DictionaryKeyDefaultValueSubscript.default.getter",
    "FoundationEssentials.PredicateExpressions.DictionaryKeyDefaultValueSubscript.default.getter : C",
  ],
  [
    "$s10Foundation14URLResourceKeyV025attributeModificationDateC0ACvpZ",
    "Foundation.URLResourceKey.attributeModificationDateKey",
    "static Foundation.URLResourceKey.attributeModificationDateKey : Foundation.URLResourceKey",
  ],
  [
    "$s20FoundationEssentials6LocaleV10ComponentsV11subdivisionAC11SubdivisionVSgvg",
    "FoundationEssentials.Locale.Components.subdivision.getter",
    "FoundationEssentials.Locale.Components.subdivision.getter : FoundationEssentials.Locale.Subdivision?",
  ],
  [
    "$s10Foundation7ScannerC21scanCharactersFromSetySSSgAA09CharacterF0VF",
    "Foundation.Scanner.scanCharactersFromSet",
    "Foundation.Scanner.scanCharactersFromSet(Foundation.CharacterSet) -> Swift.String?",
  ],
  [
    "$s20FoundationEssentials10CocoaErrorV35fileWriteInapplicableStringEncodingAC4CodeVvgZ",
    "FoundationEssentials.CocoaError.fileWriteInapplicableStringEncoding.getter",
    "static FoundationEssentials.CocoaError.fileWriteInapplicableStringEncoding.getter : FoundationEssentials.CocoaError.Code",
  ],
  [
    "$s20FoundationEssentials20PredicateExpressionsO15SequenceMaximumVAASeRzSERzrlE6encode2toys7Encoder_p_tKF",
    "FoundationEssentials.PredicateExpressions.SequenceMaximum.encode",
    "(extension in FoundationEssentials):FoundationEssentials.PredicateExpressions.SequenceMaximum< where A: Swift.Decodable, A: Swift.Encodable>.encode(to: Swift.Encoder) throws -> ()",
  ],
  [
    "$s10Foundation8NSLocaleC16localeIdentifier14fromComponentsSSSDyS2SG_tFZ",
    "Foundation.NSLocale.localeIdentifier",
    "static Foundation.NSLocale.localeIdentifier(fromComponents: [Swift.String : Swift.String]) -> Swift.String",
  ],
  [
    "$s20FoundationEssentials10POSIXErrorV11EWOULDBLOCK5Glibc0C4CodeOvgZ",
    "FoundationEssentials.POSIXError.EWOULDBLOCK.getter",
    "static FoundationEssentials.POSIXError.EWOULDBLOCK.getter : Glibc.POSIXErrorCode",
  ],
  [
    "$ss13_StringObjectV13CountAndFlagsV19isTailAllocatedMasks6UInt64VvgZ",
    "Swift._StringObject.CountAndFlags.isTailAllocatedMask.getter",
    "static Swift._StringObject.CountAndFlags.isTailAllocatedMask.getter : Swift.UInt64",
  ],
  [
    "$s10Foundation14NSNotificationC4NameV25NSWillBecomeMultiThreadedAEvpZ",
    "Foundation.NSNotification.Name.NSWillBecomeMultiThreaded",
    "static Foundation.NSNotification.Name.NSWillBecomeMultiThreaded : Foundation.NSNotification.Name",
  ],
  [
    "$s10Foundation7CGFloatV3absyA2CFZ",
    "Foundation.CGFloat.abs",
    "static Foundation.CGFloat.abs(Foundation.CGFloat) -> Foundation.CGFloat",
  ],
  [
    "$s10Foundation21_BridgedStoredNSErrorPAAE2eeoiySbx_xtFZ",
    "Foundation._BridgedStoredNSError.==",
    "static (extension in Foundation):Foundation._BridgedStoredNSError.== infix(A, A) -> Swift.Bool",
  ],
  [
    "$s10Foundation20NSTextCheckingResultC0C4TypeV8spellingAEvpZ",
    "Foundation.NSTextCheckingResult.CheckingType.spelling",
    "static Foundation.NSTextCheckingResult.CheckingType.spelling : Foundation.NSTextCheckingResult.CheckingType",
  ],
  [
    "$s10Foundation12NSOrderedSetC8containsySbypF",
    "Foundation.NSOrderedSet.contains",
    "Foundation.NSOrderedSet.contains(Any) -> Swift.Bool",
  ],
  [
    "$s10Foundation14NSDateIntervalC10intersectsySb0A10Essentials04DateC0VF",
    "Foundation.NSDateInterval.intersects",
    "Foundation.NSDateInterval.intersects(FoundationEssentials.DateInterval) -> Swift.Bool",
  ],
  [
    "$ss10SetAlgebraPsE8subtractyyxF",
    "Swift.SetAlgebra.subtract",
    "(extension in Swift):Swift.SetAlgebra.subtract(A) -> ()",
  ],
  [
    "$ss12_IteratorBoxC4next7ElementQzSgyF",
    "Swift._IteratorBox.next",
    "Swift._IteratorBox.next() -> A.Element?",
  ],
  [
    "$ss13AnyCollectionVyAByxGACcfC",
    "Swift.AnyCollection.init",
    "Swift.AnyCollection.init(Swift.AnyCollection<A>) -> Swift.AnyCollection<A>",
  ],
  [
    "$s10Foundation7NSArrayC8_storageSayyXlGvs",
    "Foundation.NSArray._storage.setter",
    "Foundation.NSArray._storage.setter : [Swift.AnyObject]",
  ],
  [
    "$ss5Int32V12SIMD4StorageVMa",
    "type metadata accessor for Swift.Int32.SIMD4Storage",
    "type metadata accessor for Swift.Int32.SIMD4Storage",
  ],
  [
    "$s10Foundation15UnitTemperatureC6symbolACSS_tcfC",
    "Foundation.UnitTemperature.__allocating_init",
    "Foundation.UnitTemperature.__allocating_init(symbol: Swift.String) -> Foundation.UnitTemperature",
  ],
  ["$ss11_StringGutsVABycfC", "Swift._StringGuts.init", "Swift._StringGuts.init() -> Swift._StringGuts"],
  [
    "$s10Foundation5NSURLC15fileURLWithPath10relativeToACSS_0A10Essentials3URLVSgtcfC",
    "Foundation.NSURL.__allocating_init",
    "Foundation.NSURL.__allocating_init(fileURLWithPath: Swift.String, relativeTo: FoundationEssentials.URL?) -> Foundation.NSURL",
  ],
];
