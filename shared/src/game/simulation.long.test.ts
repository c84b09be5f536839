import { vi } from 'vitest'
import { describeSimulations } from './testing-simulation.ts'

/** Matches of each table and skill; of 10,000 are the figures in docs/game-rules.md. */
const matches = Number(process.env.SIMULATED_MATCHES ?? 300)
vi.setConfig({ testTimeout: 300_000 + matches * 100 })

describeSimulations(matches, (line) => console.log(line))
