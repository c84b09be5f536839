/** Reads a public address of this site as JSON: what it says now, not what it said a moment ago. */
export const readSite = async (path: string): Promise<unknown> =>
  (await fetch(path, { cache: 'no-store' })).json()
