#!/bin/sh
# Tries Quarry on a fresh Debian, like a new user: makes a user space with debootstrap below FOLDER, with this tree and Deno
# in it, records four programs, and compares with heaptrack_print and memray stats. Needs root, debootstrap and the network;
# takes some minutes. Fails if anything differs. Remove the folder with rm -r.
#
#     tools/fresh_debian/try.sh FOLDER
set -eu
into=$1
tree=$(dirname "$(dirname "$(dirname "$(realpath "$0")")")")
deno=$(npx -y deno@2.9.6 eval -p 'Deno.execPath()')
debootstrap --variant=minbase --include=gcc,libc6-dev,ca-certificates bookworm "$into" >"$into.log" 2>&1
trap 'umount "$into/proc" "$into/dev" 2>/dev/null || true' EXIT
mount -t proc proc "$into/proc"
mount --bind /dev "$into/dev"
mkdir -p "$into/quarry" "$into/usr/local/bin" "$into/root/.cache/deno"
cp /etc/resolv.conf "$into/etc/resolv.conf"
# The settings with which this machine reaches packages.
cp -rL /etc/ssl/certs "$into/etc/ssl/" 2>/dev/null || true
cp /etc/pip.conf "$into/etc/" 2>/dev/null || true
cp "$deno" "$into/usr/local/bin/deno"
cp -r "${DENO_DIR:-$HOME/.cache/deno}/npm" "$into/root/.cache/deno/"
git -C "$tree" archive HEAD cli.ts deno.json deno.lock errors.ts formats.ts mod.ts src tests/record | tar -x -C "$into/quarry"
cat >"$into/usr/local/bin/quarry" <<'END'
#!/bin/sh
exec deno run -A --quiet --config /quarry/deno.json /quarry/cli.ts "$@"
END
chmod +x "$into/usr/local/bin/quarry"
cat >"$into/root/inside.sh" <<'END'
set -u
cd /root
failed=0
same() {
  if [ "$2" = "$3" ]; then echo "ok: $1: $2"; else echo "DIFFERENT: $1: $2, not $3"; failed=1; fi
}
cat >sources.ts <<'SOURCES'
const text = await Deno.readTextFile("/quarry/tests/record/programs.ts");
for (const [, name, source] of text.matchAll(/^  (\w+): (`#include[^`]*`)/gm)) {
  await Deno.writeTextFile(`${name}.c`, source.slice(1, -1).replaceAll("\\\\", "\\"));
}
SOURCES
deno run -A --quiet sources.ts
for each in leaks threads forks three; do gcc -g -w -pthread -o $each $each.c; done
quarry record ./leaks >none.txt 2>&1
same "exit code where nothing is installed" $? 3
same "what is said there" "$(cat none.txt)" "error: None of heaptrack, valgrind is installed: apt install heaptrack"
apt-get -q update >/dev/null 2>&1
DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends heaptrack python3-venv >/dev/null 2>&1
for each in leaks threads forks three; do
  ./$each >/dev/null
  wanted=$?
  quarry record -o $each.zst ./$each >/dev/null 2>$each.txt
  same "exit code of $each" $? $wanted
  cat $each.txt
  heaptrack_print $each.zst --disable-builtin-suppressions >$each.print
  calls=$(sed -n 's/^calls to allocation functions: \([0-9]*\).*/\1/p' $each.print)
  same "calls of $each" "$(quarry query $each.zst -m tsv --no-header -e 'allocs | count')" "$calls"
  # heaptrack_print rounds to two digits of a thousand bytes.
  for word in "total memory leaked=leaks | summarize sum(size)" "peak heap memory consumption=summarize max(live_bytes)"; do
    bytes=$(quarry query $each.zst -m tsv --no-header -e "${word#*=}")
    same "${word%%=*} of $each" \
      "$(echo "$bytes" | awk '{ if ($1 < 1000) print $1 "B"; else printf "%.2fK\n", $1 / 1000 }')" \
      "$(sed -n "s/^${word%%=*}: //p" $each.print)"
  done
done
printf 'import sys\nkeep = [bytearray(5000) for _ in range(200)]\nsys.exit(3)\n' >job.py
quarry record python3 job.py >none.txt 2>&1
same "exit code without memray" $? 3
python3 -m venv python && python/bin/pip -q install memray 2>/dev/null
quarry record -o job.memray python/bin/python job.py 2>job.txt
same "exit code of job.py" $? 3
cat job.txt
python/bin/python -m memray stats --json -f -o stats.json job.memray >/dev/null
of() { sed -n "s/.*\"$1\": \([0-9]*\).*/\1/p" stats.json; }
same "allocations of job.py" "$(quarry query job.memray -m tsv --no-header -e 'allocs | count')" "$(of total_num_allocations)"
same "peak of job.py" "$(quarry query job.memray -m tsv --no-header -e 'summarize max(live_bytes)')" "$(of peak_memory)"
exit $failed
END
chroot "$into" sh /root/inside.sh
