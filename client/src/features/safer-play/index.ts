export { BarredHere, BarredPage } from './Barred.tsx'
export {
  barringCode,
  isToldInPlace,
  isTurnedAway,
  proofAsked,
  sitAgain,
  useErrorText,
  waitsForAdult,
} from './play-refusal.ts'
export { useReminding } from './reminder-tally.ts'
export { Tick } from './Tick.tsx'
export { useOnBreak, usePlay, useReadPlay } from './use-play.ts'
