import { expect, test } from 'vitest'
import { arena } from '../arena.ts'
import { manyAllowed } from '../many-allowed.ts'
import { fuzz } from './fuzzer.ts'

const minutes = Number(process.env.FUZZ_MINUTES ?? 10)
const firstSeed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000)
const framesPerSeed = 5_000

const here = arena(manyAllowed)

test(`${minutes} minutes of fuzzed frames end no process and no innocent's connection`, {
  timeout: (minutes + 5) * 60_000,
}, async () => {
  const end = Date.now() + minutes * 60_000
  let frames = 0
  let connections = 0
  for (let seed = firstSeed; Date.now() < end; seed++) {
    console.log(`fuzzing with FUZZ_SEED=${seed}`)
    const done = await fuzz({ port: here().server.port, from: '127.0.1.9' }, seed, framesPerSeed)
    frames += done.frames
    connections += done.connections
    await here().innocents.playOn()
    expect(here().innocents.problems(), `seed ${seed}`).toEqual([])
  }
  console.log(
    `${frames} frames over ${connections} connections from seed ${firstSeed} on: nothing ended but those`,
  )
})
