import { randomInt } from 'node:crypto'
import { tryListening } from './server-sockets.ts'

/** Systems give ports from 32768 (Linux) or 49152 on to anyone who asks for any: below that no one takes one by chance. */
const ownFrom = 10_000
const partSize = 1_600

/** Each worker has its own part of the ports; the first is for what is no worker. Vitest counts workers from 1, Playwright from 0. */
const ownPart = (): number => {
  const { VITEST_POOL_ID: vitest, TEST_PARALLEL_INDEX: playwright } = process.env
  if (vitest !== undefined) return 1 + ((Number(vitest) - 1) % 5)
  return playwright === undefined ? 0 : 6 + (Number(playwright) % 6)
}

const told = new Set<number>()

/**
 * A free port of this machine that stays free while a server that was killed is not yet started again. No two calls, in this
 * worker or another, give the same one: it may be long until someone listens there.
 */
export const freePort = async (): Promise<number> => {
  const from = ownFrom + ownPart() * partSize
  for (;;) {
    const port = randomInt(from, from + partSize)
    if (told.has(port)) continue
    told.add(port)
    const free = await tryListening('0.0.0.0', port).then(
      () => true,
      () => false,
    )
    if (free) return port
  }
}
