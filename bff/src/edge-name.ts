import { randomBytes } from 'node:crypto'

/**
 * A BFF's name on the bus, new at each start: a restarted BFF knows nothing of the seats its predecessor reported.
 */
export const edgeName = (given: string | undefined): string =>
  `${given ?? 'edge'}-${randomBytes(4).toString('hex')}`
