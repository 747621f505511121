/** A plot of numbers over the last hour. */
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useEffect, useRef } from "react";
import { useResolvedTheme } from "../../core/page/use-derived.ts";
import * as css from "./live.module.css";

const HEIGHT = 96;
/** The fewest seconds that are shown. */
const SHORTEST = 600;

export interface PlotSeries {
  readonly name: string;
  /** The name of a colour in the style sheet. */
  readonly colour: string;
  /** Dashes distinguish lines without colour. */
  readonly dash?: readonly number[];
  readonly values: readonly (number | null)[];
}

interface PlotProps {
  readonly title: string;
  /** Seconds since 1970. */
  readonly times: readonly number[];
  readonly series: readonly PlotSeries[];
  format(value: number): string;
}

export function Plot({ title, times, series, format }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const theme = useResolvedTheme();
  const names = series.map(({ name }) => name).join();
  // The first minutes do not stretch over the whole width.
  const start = (times.at(-1) ?? 0) - SHORTEST;
  const early = (times[0] ?? 0) > start;
  const lines = series.map(({ values }) => (early ? [null, ...values] : values));
  const data = [early ? [start, ...times] : times, ...lines] as unknown as uPlot.AlignedData;
  const latest = useRef({ data, format, series });
  latest.current = { data, format, series };
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are those of the theme
  useEffect(() => {
    const element = box.current!;
    const drawn = new uPlot(
      optionsOf(element, latest.current.series, latest.current.format),
      latest.current.data,
      element,
    );
    plot.current = drawn;
    const sizes = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height: HEIGHT }));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      drawn.destroy();
      plot.current = null;
    };
  }, [theme, names]);
  useEffect(() => plot.current?.setData(data));
  const said = series.map(({ name, values }) => `${name} ${format(lastOf(values))}`).join(", ");
  return (
    <figure className={css.plot}>
      <figcaption>
        <span>{title}</span>
        {series.map(({ name, colour, dash, values }) => (
          <span key={name} className={css.plotKey}>
            <svg width="14" height="6" aria-hidden="true">
              <path d="M0 3h14" stroke={`var(--${colour})`} strokeWidth="2" strokeDasharray={dash?.join(" ")} />
            </svg>
            {name} <b>{format(lastOf(values))}</b>
          </span>
        ))}
      </figcaption>
      <div ref={box} className={css.plotBox} role="img" aria-label={`${title} over the last hour; now ${said}`} />
    </figure>
  );
}

const lastOf = (values: readonly (number | null)[]): number => values.at(-1) ?? 0;

function optionsOf(element: HTMLElement, series: readonly PlotSeries[], format: PlotProps["format"]): uPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const font = `11px ${colour("sans")}`;
  const axis = { stroke: colour("faint"), font, grid: { stroke: colour("line"), width: 1 }, ticks: { show: false } };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: { y: { range: (_plot, _low, high) => [0, high > 0 ? high * 1.1 : 1] } },
    axes: [
      {
        ...axis,
        size: 24,
        values: (_plot, times) => {
          // Over a few minutes, two marks may fall into one minute.
          const length = (times.at(-1) ?? 0) - (times[0] ?? 0) < SHORTEST ? 8 : 5;
          return times.map((time) => new Date(time * 1000).toTimeString().slice(0, length));
        },
      },
      {
        ...axis,
        size: 64,
        splits: (_plot, _axis, low, high) => [low, high / 2, high],
        values: (_plot, values) => values.map(format),
      },
    ],
    series: [
      {},
      ...series.map(({ name, colour: stroke, dash }) => ({
        label: name,
        stroke: colour(stroke),
        width: 1.5,
        points: { show: (plot: uPlot) => plot.data[0].length < 4, size: 4 },
        ...(dash === undefined ? {} : { dash: [...dash] }),
      })),
    ],
  };
}
