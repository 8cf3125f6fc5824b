/** All teams, with what they decided. */
import type { OwnPageProps } from "cipgen";
import PageHeader from "cipgen/templates/PageHeader";
import { type Fields, teamsOf } from "../../company/teams.js";

export const title = "Teams";
export const description = "What each team decided, and what it costs";

export default function Teams({ site, href }: OwnPageProps<Fields>) {
  return (
    <>
      <PageHeader title={title} />
      <div className="prose">
        <p>{description}.</p>
        <section className="table-scroll" aria-label={title}>
          <table>
            <thead>
              <tr>
                <th scope="col">Team</th>
                <th scope="col">Decisions</th>
                <th scope="col">Days</th>
              </tr>
            </thead>
            <tbody>
              {teamsOf(site).map(({ name, path, proposals, days }) => (
                <tr key={path}>
                  <td>
                    <a href={href(`/teams/${path}`)}>{name}</a>
                  </td>
                  <td>{proposals.length}</td>
                  <td>{days}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <p>
          <a href={href("/budgets.csv")}>The same as a table for spreadsheets</a>
        </p>
      </div>
    </>
  );
}
