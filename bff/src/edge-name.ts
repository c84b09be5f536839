import { randomBytes } from 'node:crypto'

/**
 * A BFF's name on the bus: another one with each start. What a BFF told of its players' seats counts as long as it is
 * heard, and one that starts again knows nothing of those who were there before.
 */
export const edgeName = (given: string | undefined): string =>
  `${given ?? 'edge'}-${randomBytes(4).toString('hex')}`
