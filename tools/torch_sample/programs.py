"""Real programs on a GPU, each recorded as memory snapshots of the caching allocator: programs.py NAME FOLDER."""
import gc, json, pickle, sys, threading
import torch

M = torch.cuda.memory


def start(**options):
    torch.cuda.empty_cache()
    torch.cuda.reset_peak_memory_stats()
    M._record_memory_history(**options)


def stats():
    torch.cuda.synchronize()
    wanted = ("requested_bytes.all.current", "requested_bytes.all.peak", "allocated_bytes.all.current",
              "allocated_bytes.all.peak", "active_bytes.all.current", "reserved_bytes.all.current", "allocation.all.allocated",
              "allocation.all.freed", "allocation.all.current", "active.all.current", "num_ooms", "num_alloc_retries",
              "segment.all.current")
    found = torch.cuda.memory_stats()
    return {name: found[name] for name in wanted if name in found}


class Net(torch.nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.layers = torch.nn.ModuleList(torch.nn.Linear(width, width) for _ in range(depth))
        self.kept = []

    def forward(self, x):
        for layer in self.layers:
            x = torch.relu(layer(x))
        return x

    def remember(self, loss):
        # The bug: a tensor with its graph is kept instead of a number.
        self.kept.append(loss)


def train(steps=6, width=96, depth=3):
    net = Net(width, depth).cuda()
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)
    for step in range(steps):
        batch = torch.randn(32 + 8 * (step % 3), width, device="cuda")
        loss = net(batch).square().mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        net.remember(loss)
    return net


def streams():
    side = torch.cuda.Stream()
    kept = []
    for round in range(12):
        a = torch.empty(300_000 + 1000 * round, device="cuda")
        with torch.cuda.stream(side):
            b = torch.empty(50_000, device="cuda")
            b.add_(1)
            a.record_stream(side)
        torch.cuda.current_stream().wait_stream(side)
        del a
        kept.append(b)
        if round % 4 == 3:
            kept = kept[2:]
    return kept


def oom():
    torch.cuda.set_per_process_memory_fraction(256 / (torch.cuda.get_device_properties(0).total_memory / 2**20))
    kept = []
    try:
        for size in range(1, 64):
            kept.append(torch.empty(size * 2**20, dtype=torch.uint8, device="cuda"))
            if size % 5 == 0:
                kept.pop(0)
    except torch.cuda.OutOfMemoryError as error:
        print(str(error)[:80])
    return kept


def workers():
    lists = [[] for _ in range(4)]

    def work(mine, seed):
        torch.manual_seed(seed)
        for step in range(60):
            mine.append(torch.empty(1000 + 977 * ((step * (seed + 3)) % 50), device="cuda"))
            if step % 3 == 2:
                mine.pop(seed % len(mine))
    threads = [threading.Thread(target=work, args=(lists[i], i)) for i in range(4)]
    for t in threads: t.start()
    for t in threads: t.join()
    return lists


def graph():
    x = torch.randn(64, 64, device="cuda")
    w = torch.randn(64, 64, device="cuda")
    y = x @ w  # warm up
    torch.cuda.synchronize()
    g = torch.cuda.CUDAGraph()
    with torch.cuda.graph(g):
        y = torch.relu(x @ w)
        z = y.sum()
    g.replay()
    return g, y, z, x, w


def annotated():
    kept = []
    for name in ("load", "work", "store"):
        with torch.profiler.record_function(name):
            try:
                M._set_memory_metadata(name)
            except Exception:
                pass
            kept.append(torch.randn(10_000, device="cuda") * 2)
    try:
        M._set_memory_metadata("")
    except Exception:
        pass
    return kept


def million(count):
    kept = []
    for step in range(count):
        kept.append(torch.empty(64 + step % 7001, device="cuda"))
        if len(kept) > 500:
            kept.pop((step * 7) % 500)
    return kept


def native(file):
    from torch.utils.cpp_extension import load_inline
    source = """
    #include <torch/extension.h>
    #include <torch/csrc/cuda/memory_snapshot.h>
    py::bytes snapshot() { return py::bytes(torch::cuda::_memory_snapshot_pickled()); }
    """
    module = load_inline("snap", cpp_sources=source, functions=["snapshot"], with_cuda=True)
    open(file, "wb").write(module.snapshot())


def main(name, folder):
    torch.empty(1, device="cuda")
    path = f"{folder}/{name}.pickle"
    if name == "train":
        start(context="all", stacks="python"); kept = train()
    elif name == "train-all-frames":
        start(context="all", stacks="all", max_entries=400); kept = train(2)
    elif name == "alloc-context":
        start(context="alloc", stacks="python"); kept = train(2)
    elif name == "streams":
        start(context="all", stacks="python"); kept = streams()
    elif name == "ring":
        start(context="all", stacks="python", max_entries=300); kept = train(8)
    elif name == "oom":
        start(context="all", stacks="python"); kept = oom()
    elif name == "threads":
        start(context="all", stacks="python"); kept = workers()
    elif name == "graph":
        start(context="all", stacks="python"); kept = graph()
    elif name == "expandable":
        start(context="all", stacks="python"); kept = train(3, 700, 3); del kept; gc.collect(); torch.cuda.empty_cache(); kept = train(1)
    elif name == "state-only":
        start(enabled="state", stacks="python"); kept = train(3)
    elif name == "no-frames":
        start(context=None); kept = train(3)
    elif name == "annotated":
        start(context="all", stacks="python"); kept = annotated()
    elif name == "later":
        kept = train(2); start(context="all", stacks="python"); del kept.kept[:]; more = train(1)
    elif name == "native":
        start(context="all", stacks="all"); kept = train(2)
        try:
            native(path)
        except Exception as error:
            print("native failed", str(error)[-2000:])
    elif name == "segments-only":
        start(context="all", stacks="python"); kept = train(2)
        pickle.dump(torch.cuda.memory_snapshot(), open(path, "wb"))
    elif name == "million":
        start(context="all", stacks="python", max_entries=2_000_000); kept = million(340_000)
    elif name == "profiler":
        with torch.profiler.profile(profile_memory=True, record_shapes=True, with_stack=True) as prof:
            kept = train(2)
        try:
            prof.export_memory_timeline(f"{folder}/timeline.html")
        except Exception as error:
            print("no timeline", error)
        return
    now = stats()
    if name not in ("native", "segments-only"):
        torch.cuda.memory._dump_snapshot(path)
    json.dump({"name": name, "stats": now, "torch": torch.__version__, "cuda": torch.version.cuda, "device": torch.cuda.get_device_name()},
              open(f"{folder}/{name}.stats.json", "w"), indent=1)


main(*sys.argv[1:])
