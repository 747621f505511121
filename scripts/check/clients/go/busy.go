// Profiles itself with pyroscope-go while it is busy; the environment says where to and how long.
package main

import (
	"log"
	"math"
	"os"
	"strconv"
	"time"

	"github.com/grafana/pyroscope-go"
)

//go:noinline
func busyWork(until time.Time) (sum float64) {
	for time.Now().Before(until) {
		for i := 0; i < 100_000; i++ {
			sum += math.Sqrt(float64(i))
		}
	}
	return sum
}

func main() {
	seconds, err := strconv.ParseFloat(os.Getenv("BUSY_SECONDS"), 64)
	if err != nil {
		log.Fatal(err)
	}
	profiler, err := pyroscope.Start(pyroscope.Config{
		ApplicationName: os.Getenv("APPLICATION"),
		ServerAddress:   os.Getenv("SERVER_ADDRESS"),
		Tags:            map[string]string{"region": "eu-west", "shard": "7"},
		UploadRate:      time.Second,
		ProfileTypes:    []pyroscope.ProfileType{pyroscope.ProfileCPU},
	})
	if err != nil {
		log.Fatal(err)
	}
	busyWork(time.Now().Add(time.Duration(seconds * float64(time.Second))))
	if err := profiler.Stop(); err != nil {
		log.Fatal(err)
	}
}
