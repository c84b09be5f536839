import { describeSimulations } from './testing-simulation.ts'

// `simulation.long.test.ts` plays as many as the figures in docs/game-rules.md are of.
describeSimulations(60)
