/** The entry of this folder for code that loads a configuration. It imports the library of the schema. */

export { type LoadedConfig, loadConfig, withAddress } from "./load.js";
export { permissiveProcess } from "./process.js";
export { resolveConfig } from "./resolve.js";
export { seriesSchema } from "./schema.js";
