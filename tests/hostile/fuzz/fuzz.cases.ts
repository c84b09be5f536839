import { expect, test } from 'vitest'
import type { Arena } from '../arena.ts'
import { fuzz } from './fuzzer.ts'

const frames = 2_500

/** A few thousand frames, the same in every run; `fuzz.long.test.ts` goes on with others. */
export const fuzzCases = (arena: () => Arena) => {
  test.each([1, 2])('fuzzed frames end nothing but the connection that sent them, seed %i', async (seed) => {
    const at = { port: arena().server.port, from: `127.0.1.${seed}` }
    expect((await fuzz(at, seed, frames)).frames).toBeGreaterThanOrEqual(frames)
    await arena().innocents.playOn()
  })
}
