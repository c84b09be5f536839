/** When each BFF was last heard. One that never sent a beat is not held to be silent. */
export type Edges = {
  /** Notes a beat. The answer is since when it had been silent, or null if it had not. */
  beat(edge: string, at: number): number | null
  /** Since when the BFF is silent; null when it is not. */
  silentSince(edge: string | null, at: number): number | null
}

export const watchEdges = (silentMs: number): Edges => {
  const last = new Map<string, number>()
  const silentSince = (edge: string | null, at: number): number | null => {
    const heard = edge === null ? undefined : last.get(edge)
    return heard !== undefined && at - heard > silentMs ? heard : null
  }
  return {
    beat(edge, at) {
      const since = silentSince(edge, at)
      last.set(edge, at)
      return since
    },
    silentSince,
  }
}
