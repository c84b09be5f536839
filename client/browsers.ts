/** The oldest browsers that the client is built for: the first ones with `:has()`, `color-mix()` and `Array.with`. */
export const browserTargets = ['chrome111', 'edge111', 'firefox121', 'safari16.4']

/** The same as a person reads them: `Chrome 111, Edge 111, Firefox 121, Safari 16.4`. */
export const browserNames = browserTargets
  .map((target) =>
    target.replace(
      /^([a-z])([a-z]+)([\d.]+)$/,
      (_, first, rest, version) => `${first.toUpperCase()}${rest} ${version}`,
    ),
  )
  .join(', ')

/** How the builds set Zod: the content policy forbids eval, which Zod would otherwise try for its compiled parsers. */
export const noEval = { 'globalThis.__zod_globalConfig': '{"jitless":true}' }
