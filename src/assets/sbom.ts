/**
 * The list of the parts that this package holds (SBOM), in CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/):
 * scanners of known weaknesses look for packages in `node_modules`, where a bundled one is not. The same package gives
 * the same bytes: it has no time and no serial number.
 */
import type { BundledPackage } from "./bundled-packages.js";

/** The package that the list describes. */
export interface ListedPackage {
  name: string;
  version: string;
  license: string;
}

/** @param packages what is bundled into it; a package in the same version counts once. @returns JSON. */
export function bundledParts(own: ListedPackage, packages: readonly BundledPackage[]): string {
  const parts = new Map(packages.map((part) => [purlOf(part), part]));
  const list = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", ...componentOf(own) } },
    components: [...parts.values()].map((part) => ({ type: "library", ...componentOf(part) })),
    dependencies: [
      { ref: purlOf(own), dependsOn: [...parts.keys()] },
      ...[...parts.keys()].map((ref) => ({ ref, dependsOn: [] })),
    ],
  };
  return `${JSON.stringify(list, null, 2)}\n`;
}

function componentOf({ name, version, license }: Pick<BundledPackage, "name" | "version" | "license">) {
  const purl = purlOf({ name, version });
  return {
    "bom-ref": purl,
    name,
    version,
    ...(license && { licenses: [/\s/.test(license) ? { expression: license } : { license: { id: license } }] }),
    purl,
  };
}

/** A package's address in the form of https://github.com/package-url/purl-spec. */
function purlOf({ name, version }: Pick<BundledPackage, "name" | "version">): string {
  return `pkg:npm/${name.replace(/^@/, "%40")}@${encodeURIComponent(version)}`;
}
