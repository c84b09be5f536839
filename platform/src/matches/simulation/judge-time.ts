import { compensationMaxMs, linkMs } from '@minefall/shared/game'
import { defaultMatchSettings } from '../../testing-settings.ts'
import type { Journaled, Story } from './story.ts'

const { revealMs, forgivenessMs, restartGraceMs, retryMs } = defaultMatchSettings

/** What a decision may wait for the database at its worst and for those before it, in milliseconds. */
const commitMs = 2 * retryMs[1] + 1_000

/** Throws when a match took longer from its lock to its end than its clocks and the outages allow. */
export const judgeTime = ({ record: { state, events } }: Journaled, { outages, restarts }: Story): void => {
  const { lock, result, rules, matchId } = state
  if (!lock || !result) return
  const turns = events.filter(({ type }) => type === 'TurnStarted').length
  const overlap = outages
    .map(({ from, to }) => Math.min(to, result.at) - Math.max(from, lock.at))
    .reduce((sum, ms) => sum + Math.max(0, ms), 0)
  const started = restarts.filter((at) => at > lock.at && at < result.at).length
  const bound =
    revealMs +
    turns * (rules.clockMs + forgivenessMs + commitMs) +
    // Links are waited for longer while their BFF is silent.
    (rules.sealed ? turns * (linkMs + compensationMaxMs + commitMs) : 0) +
    compensationMaxMs +
    overlap +
    started * (restartGraceMs + revealMs + commitMs) +
    commitMs
  if (result.at - lock.at > bound)
    throw new Error(`match ${matchId} took ${result.at - lock.at} ms with ${turns} turns; at most ${bound}`)
}
