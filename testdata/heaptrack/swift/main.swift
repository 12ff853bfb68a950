protocol Shape { func area() -> Double }
final class Blob<T> { var items: [T] = []; var next: Blob<T>?; init(_ t: T) { items.append(t) } 
  func grow(by n: Int, with t: T) { for _ in 0..<n { items.append(t) } } }
struct Circle: Shape { let r: Double; func area() -> Double { return r * r * 3 } }
enum Store { static var kept: [Any] = []; static func keep<T>(_ b: Blob<T>) { kept.append(b) } }
final class Leaky { var me: Leaky?; var data: UnsafeMutablePointer<UInt8>
  init(size: Int) { data = UnsafeMutablePointer<UInt8>.allocate(capacity: size); me = self } }
extension Array where Element == Int { func leakAll() { for n in self { _ = Leaky(size: n) } } }
@inline(never) func makeBlobs(_ n: Int) { for i in 0..<n { let b = Blob(Circle(r: Double(i))); b.grow(by: 20, with: Circle(r: 1)); Store.keep(b) } }
@inline(never) func words() -> [String: Int] { var d: [String: Int] = [:]; for i in 0..<500 { d["word number \(i % 77) of many", default: 0] += 1 }; return d }
makeBlobs(50)
[100, 200, 300, 4000].leakAll()
let close = { (n: Int) -> Int in _ = Leaky(size: n * 3); return n }
print(words().count, close(5), [1,2,3].map { (x: Int) -> Int in _ = Leaky(size: x * 1000); return x }.count)
