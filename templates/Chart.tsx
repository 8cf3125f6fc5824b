/** A chart with its title, a description, its legend, and a table of its figures. Drawn for two widths; the style sheet shows one. */
import type { ChartView, Drawing, FiguresView, Paint } from "../src/shared/history-view.js";
import type { Translate } from "../src/shared/view.js";

export interface ChartProps {
  chart: ChartView;
  t: Translate;
}

export default function Chart({ chart, t }: ChartProps) {
  const { id, title, text, legend, drawings, figures } = chart;
  return (
    <section className="chart" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <p className="chart-text">{text}</p>
      {legend.length > 0 && (
        <ul className="legend">
          {legend.map(({ label, paint }) => (
            <li key={label}>
              <svg className="swatch" viewBox="0 0 12 12" aria-hidden="true">
                <rect width="12" height="12" rx="2" {...painted(paint)} />
              </svg>{" "}
              {label}
            </li>
          ))}
        </ul>
      )}
      {drawings.map((drawing, index) => (
        <Picture key={drawing.width} drawing={drawing} label={title} className={index === 0 ? "wide" : "narrow"} />
      ))}
      <Figures figures={figures} label={title} t={t} />
    </section>
  );
}

const painted = ({ tone, step }: Paint) => ({ "data-tone": tone, "data-step": step });

function Picture({ drawing, label, className }: { drawing: Drawing; label: string; className: string }) {
  const { width, height, plot, areas, bars, ranges, xTicks, yTicks, strips } = drawing;
  const isRows = ranges.length > 0;
  return (
    <svg className={`drawing ${className}`} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <g className="axis">
        {(isRows ? xTicks : yTicks).map(({ at: index }) =>
          isRows ? (
            <path key={index} d={`M${index} ${plot.top}V${plot.bottom}`} />
          ) : (
            <path key={index} d={`M${plot.left} ${index}H${plot.right}`} />
          ),
        )}
        {xTicks.map(({ at: index, text }) => (
          <text key={index} x={index} y={plot.bottom + 19} textAnchor="middle">
            {text}
          </text>
        ))}
        {yTicks.map(({ at: index, text }) => (
          <text
            key={index}
            x={isRows ? 0 : plot.left - 8}
            y={index}
            dy=".35em"
            textAnchor={isRows ? "start" : "end"}
            className={isRows ? "strong" : undefined}
          >
            {text}
          </text>
        ))}
      </g>
      {areas.map(({ path, paint }) => (
        <path key={`${paint.tone} ${paint.step}`} className="area" d={path} {...painted(paint)} />
      ))}
      {bars.map(({ title, ...bar }) =>
        title === undefined ? null : (
          <rect key={bar.x} className="bar" {...bar}>
            <title>{title}</title>
          </rect>
        ),
      )}
      {bars.some(({ title }) => title === undefined) && <path className="bar" d={bars.map(barPath).join("")} />}
      {ranges.map(({ y, from, middle, to, title, paint }) => (
        <g key={y} className="range" {...painted(paint)}>
          <title>{title}</title>
          <rect className="hit" x={plot.left} y={y - 12} width={plot.right - plot.left} height="24" />
          <path d={`M${from} ${y}H${Math.max(to, from + 1)}`} />
          <circle cx={middle} cy={y} r="5" />
        </g>
      ))}
      <path
        className="base"
        d={isRows ? `M${plot.left} ${plot.top}V${plot.bottom}` : `M${plot.left} ${plot.bottom}H${plot.right}`}
      />
      {strips.map(({ x, width: size, title }) => (
        <rect key={x} className="strip" x={x} y={plot.top} width={size} height={plot.bottom - plot.top}>
          <title>{title}</title>
        </rect>
      ))}
    </svg>
  );
}

/** A bar in the shape of many. */
const barPath = ({ x, y, width, height }: Drawing["bars"][number]) => `M${x} ${y}h${width}v${height}h-${width}z`;

function Figures({ figures: { head, rows }, label, t }: { figures: FiguresView; label: string; t: Translate }) {
  return (
    <details className="figures">
      <summary>{t("insights.figures")}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section className="table-scroll" tabIndex={0} aria-label={label}>
        <table>
          <thead>
            <tr>
              {head.map((text) => (
                <th key={text} scope="col">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...values]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {values.map((value, index) => (
                  <td key={head[index + 1]}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
