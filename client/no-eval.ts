/** How the builds set Zod: the content policy forbids eval, which Zod would otherwise try for its compiled parsers. */
export const noEval = { 'globalThis.__zod_globalConfig': '{"jitless":true}' }
