/** Methods of times and durations. Expected values were made with Go 1.26 in UTC. */
import { describe, expect, it } from "vitest";
import { output } from "../testing.ts";

type Row = readonly [name: string, template: string, expected: string];

const CASES: readonly Row[] = [
  [
    "parts",
    '{{ $t := toDate "2006-01-02 15:04:05" "2024-02-29 13:14:15" }}{{ $t.Year }} {{ $t.Month }} {{ printf "%d" $t.Month }} {{ $t.Day }} {{ $t.Weekday }} {{ $t.YearDay }} {{ $t.Hour }} {{ $t.Minute }} {{ $t.Second }} {{ $t.Nanosecond }}',
    "2024 February 2 29 Thursday 60 13 14 15 0",
  ],
  [
    "unix",
    '{{ $t := toDate "2006-01-02 15:04:05" "1969-12-31 23:59:58" }}{{ $t.Unix }} {{ $t.UnixMilli }} {{ $t.UnixMicro }} {{ $t.UnixNano }} {{ printf "%T" $t.Unix }}',
    "-2 -2000 -2000000 -2000000000 int64",
  ],
  [
    "arithmetic",
    '{{ $t := toDate "2006-01-02 15:04:05" "2024-02-29 13:14:15" }}{{ $t.Add 1000000000 }}|{{ $t.AddDate 1 0 0 }}|{{ $t.AddDate 0 -1 1 }}|{{ $t.Truncate 3600000000000 }}|{{ $t.Round 3600000000000 }}',
    "2024-02-29 13:14:16 +0000 UTC|2025-03-01 13:14:15 +0000 UTC|2024-01-30 13:14:15 +0000 UTC|2024-02-29 13:00:00 +0000 UTC|2024-02-29 13:00:00 +0000 UTC",
  ],
  [
    "comparison",
    '{{ $a := toDate "2006-01-02" "2024-03-01" }}{{ $b := toDate "2006-01-02 15:04" "2024-03-02 12:30" }}{{ $b.Sub $a }} {{ $a.Before $b }} {{ $a.After $b }} {{ $a.Equal $a }} {{ $a.Compare $b }} {{ $b.Compare $a }} {{ $a.Compare $a }} {{ eq $a $a }} {{ eq $a $b }} {{ $a.IsZero }} {{ $a.IsDST }}',
    "36h30m0s true false true -1 1 0 true false false false",
  ],
  [
    "durations",
    '{{ $d := ((toDate "2006-01-02 15:04:05" "2024-03-02 12:30:45").Sub (toDate "2006-01-02" "2024-03-01")) }}{{ $d }} {{ $d.Hours }} {{ $d.Minutes }} {{ $d.Seconds }} {{ $d.Milliseconds }} {{ $d.Microseconds }} {{ $d.Nanoseconds }} {{ $d.Round 3600000000000 }} {{ $d.Truncate 3600000000000 }} {{ $d.Abs }} {{ $d.String }} {{ printf "%d %T %v %s %q %x" $d $d $d $d $d $d }}',
    '36h30m45s 36.5125 2190.75 131445 131445000 131445000000 131445000000000 37h0m0s 36h0m0s 36h30m45s 36h30m45s 131445000000000 time.Duration 36h30m45s 36h30m45s "36h30m45s" 33366833306d343573',
  ],
  [
    "text",
    '{{ $t := toDate "2006-01-02 15:04:05 -0700" "2024-02-29 13:14:15 +0200" }}{{ $t }} {{ $t.String }} {{ $t.UTC }} {{ $t.Format "Jan 2" }} {{ printf "%v|%s|%q|%T" $t $t $t $t }}',
    '2024-02-29 13:14:15 +0200 +0200 2024-02-29 13:14:15 +0200 +0200 2024-02-29 11:14:15 +0000 UTC Feb 29 2024-02-29 13:14:15 +0200 +0200|2024-02-29 13:14:15 +0200 +0200|"2024-02-29 13:14:15 +0200 +0200"|time.Time',
  ],
  [
    "as source",
    '{{ printf "%#v" (toDate "2006-01-02 15:04:05" "2024-02-29 13:14:15").UTC }} {{ (toDate "2006-01-02" "2024-02-29").UTC.GoString }}',
    "time.Date(2024, time.February, 29, 13, 14, 15, 0, time.UTC) time.Date(2024, time.February, 29, 0, 0, 0, 0, time.UTC)",
  ],
  [
    "encodings",
    '{{ $t := (toDate "2006-01-02 15:04:05.000" "2024-02-29 13:14:15.250").UTC }}{{ printf "%s %s %s" $t.MarshalText $t.MarshalJSON ($t.AppendFormat nil "2006") }}',
    '2024-02-29T13:14:15.25Z "2024-02-29T13:14:15.25Z" 2024',
  ],
  [
    "months and weekdays print by every verb",
    '{{ $t := toDate "2006-01-02" "2024-02-29" }}{{ printf "%v %s %d %q %x %05d %#v" $t.Month $t.Month $t.Month $t.Weekday $t.Weekday $t.Weekday $t.Month }}',
    'February February 2 "Thursday" 5468757273646179 00004 2',
  ],
  [
    "several values",
    "{{ now.Clock }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <now>: function Clock has 3 return values; should be 1 or 2',
  ],
  [
    "second value",
    "{{ now.Zone }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <now>: invalid function signature for Zone: second return value should be error; is int',
  ],
  [
    "second value with arguments",
    "{{ now.ISOWeek 1 }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <now>: wrong number of args for ISOWeek: want 0 got 1',
  ],
  [
    "unknown method",
    "{{ now.Foo }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <now>: can\'t evaluate field Foo in type time.Time',
  ],
  [
    "unknown method of a duration",
    "{{ (now.Sub now).Foo }}",
    'template: pipeline_template:1:12: executing "pipeline_template" at <now>: can\'t evaluate field Foo in type time.Duration',
  ],
  [
    "wrong argument",
    "{{ now.Format 5 }}",
    'template: pipeline_template:1:14: executing "pipeline_template" at <5>: expected string; found 5',
  ],
  [
    "too few arguments",
    "{{ now.AddDate 1 }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <now>: wrong number of args for AddDate: want 3 got 1',
  ],
  [
    "int for a duration",
    '{{ now.Add (len "a") }}',
    'template: pipeline_template:1:16: executing "pipeline_template" at <"a">: wrong type for value; expected time.Duration; got int',
  ],
  [
    "nil location",
    "{{ now.In nil }}",
    'template: pipeline_template:1:6: executing "pipeline_template" at <now.In>: error calling In: time: missing Location in call to Time.In',
  ],
  ["location", "{{ now.UTC.Location }}", "UTC"],
  ["in a location", '{{ (toDate "2006-01-02" "2024-02-29").In now.UTC.Location }}', "2024-02-29 00:00:00 +0000 UTC"],
  ["methods of an argument", '{{ ToUpper (toDate "2006-01-02" "2024-02-29").Month.String }}', "FEBRUARY"],
];

describe("methods of times", () => {
  it.each(CASES)("%s", (_name, template, expected) => {
    expect(output(template)).toBe(expected);
  });
});
