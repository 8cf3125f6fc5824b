/** The inputs of a watched site: the places where they are, and the files that the last build found there. */
import { join } from "node:path";
import type { SiteConfig } from "../config/index.js";
import type { ReadFiles } from "../pipeline/input-places.js";
import { type Inputs, listedFiles } from "../pipeline/inputs.js";
import type { Memo } from "../pipeline/state.js";
import type { GitPlace } from "../read/git.js";
import { repositoriesOf } from "../read/repositories.js";
import { placesOf, type SitePlace } from "./places.js";

export class WatchedInputs {
  places: SitePlace[] = [];
  /** Absolute paths of the texts and static files that the last build found; none if it did not look for them. */
  listed: readonly string[] = [];
  /** The inputs that they are from. */
  private inputs: Inputs | undefined;
  /** The repositories of these texts. */
  private repositories: readonly GitPlace[] = [];
  /** Files of the templates, of the look and of what texts include, of the last plan. */
  private read: Pick<ReadFiles, "templates" | "look" | "included"> = { templates: [], look: [], included: [] };

  /**
   * @param root absolute.
   * @param configured the last good configuration, and the files of the last one that was read.
   */
  constructor(
    private readonly root: string,
    private readonly configured: () => { config: SiteConfig; files: readonly string[] },
  ) {}

  /** Finds the places anew. */
  async find(): Promise<void> {
    const { config, files } = this.configured();
    this.places = await placesOf(this.root, config, { config: files, ...this.read }, this.repositories);
  }

  /** Notes what a build has read. @returns whether that is in other places, which are found then. */
  async note(memo: Memo | undefined): Promise<boolean> {
    const changed = [await this.noteRead(memo), await this.noteTexts(memo)];
    const isElsewhere = changed.includes(true);
    if (isElsewhere) await this.find();
    return isElsewhere;
  }

  /** Templates, style sheets and texts may import files from anywhere, which are known only after they are read. */
  private async noteRead(memo: Memo | undefined): Promise<boolean> {
    const [compiled, look] = await Promise.all([memo?.templates, memo?.look]).catch(() => []);
    const read = {
      templates: compiled?.files ?? this.read.templates,
      look: look?.files ?? this.read.look,
      included: (memo?.included ?? []).map((path) => join(this.root, path)),
    };
    const isSame = JSON.stringify(read) === JSON.stringify(this.read);
    this.read = read;
    return !isSame;
  }

  private async noteTexts(memo: Memo | undefined): Promise<boolean> {
    const inputs = await memo?.inputs?.catch(() => undefined);
    this.listed = [];
    if (!inputs || inputs === this.inputs) return false;
    this.inputs = inputs;
    this.listed = listedFiles(this.root, inputs);
    const found = await repositoriesOf(this.root, inputs.roles.keys()).catch(() => new Map<GitPlace, unknown>());
    const repositories = [...found.keys()];
    const foldersOf = (places: readonly GitPlace[]) => places.map(({ folder }) => folder).join();
    if (foldersOf(repositories) === foldersOf(this.repositories)) return false;
    this.repositories = repositories;
    return true;
  }
}
