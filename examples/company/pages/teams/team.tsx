/** A page for each team. */
import type { OwnPagePath, OwnPageProps, SiteData } from "cipgen";
import PageHeader from "cipgen/templates/PageHeader";
import StatusChip from "cipgen/templates/StatusChip";
import { type Fields, type Team, teamsOf } from "../../company/teams.js";

export const paths = (site: SiteData<Fields>): OwnPagePath<Team>[] =>
  teamsOf(site).map((team) => ({ path: team.path, title: `Team ${team.name}`, data: team }));

export default function TeamPage({ data: { name, proposals, days }, href }: OwnPageProps<Fields, Team>) {
  return (
    <>
      <PageHeader title={`Team ${name}`} />
      <div className="prose">
        <p>
          {proposals.length === 1 ? "One decision" : `${proposals.length} decisions`}, {days} days in all. See{" "}
          <a href={href("/teams")}>all teams</a>.
        </p>
        <ul>
          {proposals.map(({ href: to, label, title, status, fields }) => (
            <li key={to}>
              <a href={to}>
                {label}: {title}
              </a>{" "}
              ({fields.budget} days) {status && <StatusChip status={status} />}
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
