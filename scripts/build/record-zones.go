//go:build ignore

// Records what Go says about time zones where releases of the IANA database disagree; the engine's zone test compares
// with the answers of the release that its platform has. Not part of the project's build: run by hand when there is a new
// release, with a folder of compiled zones for each, the oldest first, all built alike:
//
//	cd packages/engine/src/lang/gotime/testdata
//	cat zones.jsonl zones-revised.jsonl | go run ../../../../../../scripts/build/record-zones.go 2025a=DIR 2025b=DIR … >NEW
//
// What it reads are rows `[name, instant, …, …, local time, …]` or `[name, instant, local time, …]`; it asks for these
// and around every transition that is in one of two neighbouring releases only, and prints a row
// `[name, instant, local time, {release: answer}]` for each on which not all agree. An answer is `[abbreviation, offset,
// instant of the local time]`, or null where the zone is not known, and holds until the next one.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"
)

type release struct {
	name  string
	zones map[string]*time.Location
}

type question struct {
	zone      string
	at, local int64
}

func readRelease(argument string) release {
	name, folder, _ := strings.Cut(argument, "=")
	zones := map[string]*time.Location{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		zone, _ := filepath.Rel(folder, path)
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		zones[zone], err = time.LoadLocationFromTZData(zone, data)
		return err
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return release{name, zones}
}

// Changes of the offset from 1900 to 2060, and what to. Two have never been nearer to each other than four days.
func transitions(zone *time.Location) map[int64]int {
	found := map[int64]int{}
	if zone == nil {
		return found
	}
	offsetAt := func(at int64) int {
		_, offset := time.Unix(at, 0).In(zone).Zone()
		return offset
	}
	const step = 7 * 86_400 / 2
	last := time.Date(2060, 1, 1, 0, 0, 0, 0, time.UTC).Unix()
	at := time.Date(1900, 1, 1, 0, 0, 0, 0, time.UTC).Unix()
	for offset := offsetAt(at); at < last; at += step {
		next := offsetAt(at + step)
		if next == offset {
			continue
		}
		changed := sort.Search(step, func(i int) bool { return offsetAt(at+int64(i)) != offset })
		found[at+int64(changed)] = next
		offset = next
	}
	return found
}

func answer(zone *time.Location, q question) string {
	if zone == nil {
		return "null"
	}
	abbreviation, offset := time.Unix(q.at, 0).In(zone).Zone()
	c := time.Unix(q.local, 0).UTC()
	utc := time.Date(c.Year(), c.Month(), c.Day(), c.Hour(), c.Minute(), c.Second(), 0, zone).Unix()
	return fmt.Sprintf("[%q,%d,%d]", abbreviation, offset, utc)
}

func main() {
	var releases []release
	for _, argument := range os.Args[1:] {
		releases = append(releases, readRelease(argument))
	}
	questions := map[question]bool{}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var row []any
		if json.Unmarshal(lines.Bytes(), &row) != nil || len(row) < 4 {
			continue
		}
		local := row[2]
		if len(row) == 6 {
			local = row[4]
		}
		questions[question{row[0].(string), int64(row[1].(float64)), int64(local.(float64))}] = true
	}
	for i := 1; i < len(releases); i++ {
		before, after := releases[i-1].zones, releases[i].zones
		for name := range after {
			old, new := transitions(before[name]), transitions(after[name])
			var changed []int64
			for at, offset := range new {
				if was, ok := old[at]; !ok || was != offset {
					changed = append(changed, at)
				}
			}
			for at := range old {
				if _, ok := new[at]; !ok {
					changed = append(changed, at)
				}
			}
			sort.Slice(changed, func(a, b int) bool { return changed[a] < changed[b] })
			if len(changed) > 4 {
				changed = append(changed[:2:2], changed[len(changed)-2:]...)
			}
			for _, at := range changed {
				_, offset := time.Unix(at, 0).In(after[name]).Zone()
				for _, near := range []int64{-1, 0, 1800} {
					questions[question{name, at + near, at + near + int64(offset)}] = true
				}
			}
		}
	}
	var rows []string
	for q := range questions {
		var answers []string
		last := ""
		for _, release := range releases {
			if text := answer(release.zones[q.zone], q); text != last {
				answers = append(answers, fmt.Sprintf("%q:%s", release.name, text))
				last = text
			}
		}
		if len(answers) > 1 {
			rows = append(rows, fmt.Sprintf("[%q,%d,%d,{%s}]", q.zone, q.at, q.local, strings.Join(answers, ",")))
		}
	}
	sort.Strings(rows)
	fmt.Println(strings.Join(rows, "\n"))
}
