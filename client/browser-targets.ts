/** The oldest browsers that the client is built for: the first ones with `:has()`, `color-mix()` and `Array.with`. */
export const browserTargets = ['chrome111', 'edge111', 'firefox121', 'safari16.4']
