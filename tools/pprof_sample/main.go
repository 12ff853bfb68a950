// Allocates, computes and waits, and writes the profiles that Go makes of that.
package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync"
	"time"
)

type order struct {
	id    int
	items []string
}

var kept = map[int]*order{}

func parse(line string) []string {
	return strings.Split(line, ",")
}

func remember(id int, items []string) {
	kept[id] = &order{id: id, items: items}
}

func handle(id int) {
	items := parse(strings.Repeat(fmt.Sprint("item", id, ","), 1+id%9))
	if id%5 == 0 {
		remember(id, items)
	}
}

func sum[T int | float64](values []T) T {
	var total T
	for _, value := range values {
		total += value * value
	}
	return total
}

func burn(for_ time.Duration) float64 {
	values := make([]float64, 4096)
	total := 0.0
	for end := time.Now().Add(for_); time.Now().Before(end); {
		for at := range values {
			values[at] += float64(at)
		}
		total += sum(values)
	}
	return total
}

func contend(workers int) {
	var lock sync.Mutex
	var group sync.WaitGroup
	for range workers {
		group.Add(1)
		go func() {
			defer group.Done()
			for range 20 {
				lock.Lock()
				time.Sleep(100 * time.Microsecond)
				lock.Unlock()
			}
		}()
	}
	group.Wait()
}

func write(folder, name string, debug int) {
	file, err := os.Create(folder + "/" + name)
	if err != nil {
		panic(err)
	}
	defer file.Close()
	kind, _, _ := strings.Cut(name, ".")
	if err := pprof.Lookup(kind).WriteTo(file, debug); err != nil {
		panic(err)
	}
}

func main() {
	runtime.MemProfileRate = 1
	runtime.SetMutexProfileFraction(1)
	folder := os.Args[1]
	file, err := os.Create(folder + "/cpu.pb.gz")
	if err != nil {
		panic(err)
	}
	pprof.StartCPUProfile(file)
	for tenant := range 3 {
		labels := pprof.Labels("tenant", fmt.Sprint("t", tenant), "path", "/orders")
		pprof.Do(context.Background(), labels, func(context.Context) { burn(120 * time.Millisecond) })
	}
	pprof.StopCPUProfile()
	file.Close()
	for id := range 400 {
		handle(id)
	}
	contend(3)
	runtime.GC()
	write(folder, "heap.pb.gz", 0)
	write(folder, "heap.go.txt", 1)
	write(folder, "mutex.pb.gz", 0)
	fmt.Println(len(kept), "orders")
}
