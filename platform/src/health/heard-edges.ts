import type { Bus, Clock } from '@minefall/shared/node'

/** When BFFs were last heard of, in milliseconds since 1970. */
export type HeardEdges = {
  /** Those that were heard of since then. */
  since(at: number): ReadonlyMap<string, number>
  close(): void
}

/** How long a BFF that says nothing is remembered, in milliseconds. */
const rememberedMs = 86_400_000

/** Listens to the beats of BFFs. One that said that it is leaving is not waited for. */
export const hearEdges = ({ bus, clock }: { bus: Bus; clock: Clock }): HeardEdges => {
  const heard = new Map<string, number>()
  const close = bus.subscribe('edge.beat', null, ({ edge, leaving }) => {
    if (leaving) {
      heard.delete(edge)
      return
    }
    if (!heard.has(edge))
      for (const [other, at] of heard) if (at <= clock.now() - rememberedMs) heard.delete(other)
    heard.set(edge, clock.now())
  })
  return {
    since: (at) => new Map([...heard].filter(([, last]) => last > at)),
    close,
  }
}
