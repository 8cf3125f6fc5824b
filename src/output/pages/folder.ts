/** A list of the files of a folder that a proposal links to, if the folder has no index text. */
import { posix } from "node:path";
import type { FolderView } from "../../shared/view.js";
import type { RenderContext } from "../../site/model/context.js";
import type { Folder, Register, Route } from "../../site/model/site.js";
import { headView } from "../views/head.js";
import { breadcrumbs, frame } from "../views/shell.js";
import type { PageKind } from "./kind.js";

interface FolderRoute extends Route {
  kind: "folder";
  register: Register;
  folder: Folder;
}

export const folder: PageKind<FolderRoute> = {
  kind: "folder",
  template: "FolderPage",
  /** A folder belongs to the register whose address is above its own, or to the first register. */
  linkedRoutes: ({ folders, registers }) =>
    folders.flatMap((member): FolderRoute[] => {
      const within = ({ series }: Register) => `${member.route}/`.startsWith(`${series.route}/`);
      const register = registers.find(within) ?? registers[0];
      return register ? [{ kind: "folder", route: member.route, register, folder: member }] : [];
    }),
  view: folderView,
};

function folderView({ route, register, folder: linkedFolder }: FolderRoute, context: RenderContext): FolderView {
  const { site, translator, urls } = context;
  const name = posix.basename(linkedFolder.path);
  const title = translator.t("folder.title", { folder: name });
  const trail = [
    { name: site.config.title, route: "/" },
    { name: translator.label(register.series.title), route: register.series.route },
    { name, route },
  ];
  return {
    kind: "folder",
    ...frame(route, context),
    head: headView(route, { title, description: title, noindex: true }, context),
    title,
    breadcrumbs: breadcrumbs(trail, route, context),
    files: linkedFolder.files.map(({ path, target }) => ({ label: path, href: urls.target(target) })),
  };
}
