export * from '../rules/index.ts'
export * from './catalogue.ts'
export * from './decide.ts'
export type { SeenBoard } from './deduction.ts'
export { bearsOut, pot } from './ending.ts'
export * from './events.ts'
export * from './evolve.ts'
export {
  awaitedSeats,
  isDrawnMine,
  knownHouseLink,
  knownLink,
  linkMs,
  linksBy,
  silentMost,
} from './links.ts'
export { boardOdds, oddsEpsilon } from './mine-odds.ts'
export { compensationMaxMs } from './playing.ts'
export * from './practice.ts'
export * from './rolling-hash.ts'
export * from './skill.ts'
export * from './state.ts'
export { isIn, seatsInAfter, seatsInFrom } from './turn-order.ts'
export { boardIsSpent } from './turns.ts'
export * from './view.ts'
