/** The program's functions, which the commands call too. Other programs reach them through src/index.ts. */
export { assertSame } from "./api/assert-same.js";
export { build } from "./api/build.js";
export { checkLinks } from "./api/check-links.js";
export { init, initFrom } from "./api/init.js";
export { lint } from "./api/lint.js";
export { newProposal } from "./api/new-proposal.js";
export { pushIndex } from "./api/push-index.js";
export { review } from "./api/review.js";
export { serve } from "./api/serve.js";
export { sign } from "./api/sign.js";
export { verify } from "./api/verify.js";
