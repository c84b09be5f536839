import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** The header in which a BFF shows that it is one. */
export const edgeKeyHeader = 'x-minefall-edge'

/** Set by a BFF alone, to 1: the call was made on the machine that serves it. */
export const thisMachineHeader = 'x-minefall-this-machine'

/** Whether a BFF says that this call was made on its machine. Only calls of BFFs reach a route. */
export const isThisMachine = ({ headers }: { headers: IncomingHttpHeaders }): boolean =>
  headers[thisMachineHeader] === '1'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Tells whether a header has one of these texts. Digests are compared, so that time tells neither content nor length. */
const oneOf = (texts: readonly string[]) => {
  const expected = texts.map(digest)
  return (given: string | string[] | undefined): boolean => {
    if (typeof given !== 'string') return false
    const shown = digest(given)
    return expected.map((one) => timingSafeEqual(one, shown)).includes(true)
  }
}

/** Who calls, as its headers show: a BFF by any of the keys, a scraper of metrics by its token. */
export type Callers = {
  isEdge(headers: IncomingHttpHeaders): boolean
  isScraper(headers: IncomingHttpHeaders): boolean
}

export const knownCallers = (edgeKeys: readonly string[], metricsToken?: string): Callers => {
  const isEdgeKey = oneOf(edgeKeys)
  const isToken = oneOf(metricsToken === undefined ? [] : [`Bearer ${metricsToken}`])
  return {
    isEdge: (headers) => isEdgeKey(headers[edgeKeyHeader]),
    isScraper: (headers) => isToken(headers.authorization),
  }
}
