/** The teams, as the fields of their proposals name them: for pages and outputs alike. */
import type { ProposalData, SiteData } from "cipgen";

/** Fields of the company's own. */
export interface Fields {
  team?: string;
  budget?: string;
}

export interface Team {
  name: string;
  /** Of its page. */
  path: string;
  proposals: ProposalData<Fields>[];
  /** Of all its proposals together. */
  days: number;
}

/** By name. */
export function teamsOf({ registers }: SiteData<Fields>): Team[] {
  const teams = new Map<string, Team>();
  for (const proposal of registers.flatMap(({ proposals }) => proposals)) {
    const name = proposal.fields.team ?? "Nobody";
    const team = teams.get(name) ?? {
      name,
      path: name.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
      proposals: [],
      days: 0,
    };
    team.proposals.push(proposal);
    team.days += Number(proposal.fields.budget ?? 0);
    teams.set(name, team);
  }
  return [...teams.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
