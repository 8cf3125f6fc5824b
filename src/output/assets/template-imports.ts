/** Plugins of the bundler that resolve the imports of templates. */
import { join } from "node:path";
import type { Plugin } from "esbuild";
import { packageRoot } from "../../platform/package-root.js";

/**
 * Makes React's element functions plain variables of the bundle. Otherwise the bundle would read them through a getter at
 * every element of every page, as it does for everything that is imported from CommonJS.
 */
export const elementFunctions: Plugin = {
  name: "cipgen-elements",
  setup({ onResolve, onLoad }) {
    const namespace = "elements";
    onResolve({ filter: /^react\/jsx-runtime$/ }, ({ path, namespace: from, pluginData }) =>
      from === namespace || pluginData === "resolved" ? undefined : { path, namespace },
    );
    onLoad({ filter: /.*/, namespace }, ({ path }) => ({
      contents: `import elements from "${path}"; export const { jsx, jsxs, Fragment } = elements;`,
      resolveDir: packageRoot,
    }));
  },
};

/** Resolves React to the copy of this package, even if a site has installed another version. */
export const packageReact: Plugin = {
  name: "cipgen-react",
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^react(-dom)?(\/|$)/ }, ({ path, kind, pluginData }) =>
      pluginData === "resolved" ? undefined : resolve(path, { resolveDir: packageRoot, kind, pluginData: "resolved" }),
    );
  },
};

/** Resolves imports of a replaced template to the site's file, which imports the original as `cipgen/templates/Name`. */
export function replaceTemplates(root: string, siteTemplates: readonly string[]): Plugin {
  const names = new Set(siteTemplates.map((file) => file.replace(/\.tsx$/, "")));
  // In other folders of the site, a file of the same name is not a template.
  const folders = new Set([join(root, "templates"), join(packageRoot, "templates")]);
  return {
    name: "cipgen-templates",
    setup(build) {
      build.onResolve({ filter: /^cipgen\/templates\// }, ({ path }) => ({
        path: join(
          packageRoot,
          "templates",
          `${path.slice("cipgen/templates/".length).replace(/\.(js|tsx)$/, "")}.tsx`,
        ),
      }));
      build.onResolve({ filter: /^\.\/[A-Z]\w*(\.js|\.tsx)?$/ }, ({ path, resolveDir }) => {
        if (!folders.has(resolveDir)) return undefined;
        const name = path.slice(2).replace(/\.(js|tsx)$/, "");
        return names.has(name) ? { path: join(root, "templates", `${name}.tsx`) } : undefined;
      });
      // Resolves relative imports of a replaced template to the site's own helpers and the package's other templates.
      build.onResolve({ filter: /^\.\// }, async ({ path, importer, resolveDir, kind, pluginData }) => {
        if (pluginData === "resolved" || !importer.startsWith(join(root, "templates"))) return undefined;
        const local = await build.resolve(path, { resolveDir, kind, importer, pluginData: "resolved" });
        if (local.errors.length === 0) return local;
        return build.resolve(path, { resolveDir: join(packageRoot, "templates"), kind, pluginData: "resolved" });
      });
    },
  };
}
