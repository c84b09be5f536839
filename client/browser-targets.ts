/** The oldest browsers that the client is built for. */
export const browserTargets = ['chrome111', 'edge111', 'firefox115', 'safari16.4']
