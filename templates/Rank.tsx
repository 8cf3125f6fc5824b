/** A list sorted by a number, which is shown as a bar. */
import type { RankView } from "../src/shared/history-view.js";

export interface RankProps {
  rank: RankView;
}

export default function Rank({ rank: { id, title, text, head, rows } }: RankProps) {
  return (
    <section className="chart" id={id}>
      <h2>{title}</h2>
      <p className="chart-text">{text}</p>
      <table className="rank">
        <thead>
          <tr>
            {head.map((name, index) => (
              <th key={name} scope="col" className={index > 0 ? "figure" : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, title: name, href, numbers, share }) => (
            <tr key={label}>
              <th scope="row">
                {href ? (
                  <a href={href}>
                    <span className="number">{label}</span> {name}
                  </a>
                ) : (
                  label
                )}
                <svg className="rank-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={Math.round(share * 1000) / 10} height="4" />
                </svg>
              </th>
              {numbers.map((number, index) => (
                <td key={head[index + 1]} className="figure">
                  {number}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
