/** The last quarter of an hour as a line without axes; the numbers are next to it. */
import * as css from "./live.module.css";

const WIDTH = 96;
const HEIGHT = 20;
const SHOWN = 90;

export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const shown = values.slice(-SHOWN);
  const most = Math.max(1e-9, ...shown.map((value) => value ?? 0));
  const x = (i: number) => ((i + SHOWN - shown.length) / (SHOWN - 1)) * WIDTH;
  const y = (value: number) => HEIGHT - 1 - (value / most) * (HEIGHT - 2);
  let path = "";
  let wasThere = false;
  for (const [i, value] of shown.entries()) {
    if (value !== null) path += `${wasThere ? "L" : "M"}${x(i).toFixed(1)},${y(value).toFixed(1)}`;
    wasThere = value !== null;
  }
  return (
    <svg className={css.sparkline} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
