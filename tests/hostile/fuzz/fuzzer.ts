import { seededRandom } from '@minefall/shared/testing'
import { attacker, upgraded } from '../attacker.ts'
import type { Wire, WireOptions } from '../wire.ts'
import { fuzzedFrame } from './grammar.ts'

/** The most frames one connection gets to send, if it lives that long. */
const framesPerConnection = 40

export type Fuzzed = { frames: number; connections: number }

/**
 * Sends `frames` fuzzed frames, each connection until it is ended or has sent its share; most connections have a
 * player. Rejects when the server takes no connection any more. What is sent follows from the seed alone; how the
 * server's timing falls does not, so a seed gives the same frames and nearly the same run.
 */
export const fuzz = async (options: WireOptions, seed: number, frames: number): Promise<Fuzzed> => {
  const random = seededRandom(seed)
  let sent = 0
  let connections = 0
  while (sent < frames) {
    const wire: Wire = await (random() < 0.8 ? attacker(options) : upgraded(options))
    connections += 1
    let ended = false
    void wire.over.then(() => {
      ended = true
    })
    for (let n = 0; n < framesPerConnection; n++) {
      // The same numbers are drawn whether or not the connection still listens.
      const bytes = fuzzedFrame(random)
      if (ended) continue
      wire.send(bytes)
      sent += 1
      await new Promise((resolve) => setImmediate(resolve))
    }
    wire.end()
  }
  return { frames: sent, connections }
}
