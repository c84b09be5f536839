import { chooseTile, decide, type MatchState, view } from '@minefall/shared/game'
import { awaitLinks } from '../sealed/links.ts'
import type { World } from '../world.ts'
import { endReveal, fill, isRevealed, isWornOut, lock, start, wearOut } from './lifecycle.ts'
import { cancelStep, cancelTimers, type LiveMatch } from './live-match.ts'
import { perform } from './perform.ts'
import { isAnyoneThere } from './presence.ts'
import { dueAt, holdsUntil, lookAgainMs, runOut, stepAt } from './turn-clock.ts'

/** No one would reveal a seed at a table that all have left: its seats stay free until someone is back. */
const fillForPeople = async (world: World, match: LiveMatch): Promise<void> => {
  if (isAnyoneThere(world, match)) await fill(world, match)
  else match.peopleSince = null
}

/**
 * Restarts the wait for people, after which practice opponents come, when someone is back at an empty table.
 */
export const awaitPeople = (world: World, match: LiveMatch): void => {
  if (!match.practice || match.peopleSince !== null || match.record.state.phase !== 'gathering') return
  if (!isAnyoneThere(world, match)) return
  match.peopleSince = world.clock.now()
  schedule(world, match)
}

const scheduleGathering = (world: World, match: LiveMatch): void => {
  if (!match.record.state.table.includes(null)) {
    world.background(lock(world, match))
    return
  }
  if (isWornOut(world, match.record.state)) {
    world.background(wearOut(world, match))
    return
  }
  const { peopleSince } = match
  if (!match.practice || peopleSince === null) return
  // An arena seats someone with a practice opponent after it has found no one else.
  const due = () => peopleSince + (match.arena ? 0 : world.settings.practiceFillMs)
  stepAt(world, match, due, () => fillForPeople(world, match))
}

/** The time for seeds is over, unless its end has moved while this waited for its turn. */
const finishReveal = async (world: World, match: LiveMatch): Promise<void> => {
  await endReveal(world, match)
  const { state } = match.record
  // Nothing was decided then, so nothing else rearms it.
  if (state.phase === 'locking' && !isRevealed(state)) schedule(world, match)
}

const scheduleLocking = (world: World, match: LiveMatch): void => {
  const { state } = match.record
  if (isRevealed(state)) {
    world.background(start(world, match))
    return
  }
  const due = () => Math.max(state.lock?.revealBy ?? 0, holdsUntil(world, match))
  stepAt(world, match, due, () => finishReveal(world, match))
}

/** A practice opponent sees what everyone sees, thinks for a while and opens a tile; not while no one could answer. */
const schedulePractice = (world: World, match: LiveMatch, turn: number, seat: number): void => {
  const [shortest, longest] = world.settings.practiceThinkMs
  const thinking = shortest + Math.floor(world.random() * (longest - shortest))
  const open = (state: MatchState, now: number) => {
    if (state.turn?.turn !== turn) return null
    const tile = chooseTile(view(state), world.random, 'casual')
    return decide(state, { type: 'open', at: now, seat, turn, tile }, match.dealer)
  }
  const thought = world.clock.now() + thinking
  const due = () => (world.standstill.isNow() ? world.clock.now() + lookAgainMs : thought)
  stepAt(world, match, due, () => perform(world, match, { decide: open }))
}

/** The clock of the running turn has run out, unless what came in the meantime has moved its end. */
const expire = async (world: World, match: LiveMatch): Promise<void> => {
  const { turn } = match.record.state
  const due = dueAt(world, match)
  if (!turn || due === null) return
  if (world.clock.now() < due) {
    awaitExpiry(world, match, due)
    return
  }
  const before = match.record.committed
  await runOut(world, match, turn.turn)
  // The deadline moved while the timer ran: nothing was decided, so nothing else rearms it.
  if (match.record.committed === before && (dueAt(world, match) ?? 0) > world.clock.now())
    schedule(world, match)
}

/** One timer serves turn after turn: most turns end long before their clocks. */
const awaitExpiry = (world: World, match: LiveMatch, due: number): void => {
  if (match.expiry && match.expiry.at <= due) return
  match.expiry?.cancel()
  const strike = () => {
    match.expiry = null
    world.background(expire(world, match))
  }
  match.expiry = { at: due, cancel: world.clock.after(Math.max(0, due - world.clock.now()), strike) }
}

const schedulePlaying = (world: World, match: LiveMatch): void => {
  const { turn, table, pick } = match.record.state
  if (pick) {
    awaitLinks(world, match, pick)
    return
  }
  const due = dueAt(world, match)
  if (!turn || due === null) return
  awaitExpiry(world, match, due)
  if (table[turn.seat]?.player.kind === 'practice') schedulePractice(world, match, turn.turn, turn.seat)
}

/** Arms every timer of a match for its current state, and takes the steps that are due. */
export const schedule = (world: World, match: LiveMatch): void => {
  const { phase } = match.record.state
  const stopped = match.dropped || match.quarantined
  if (phase === 'playing' && !stopped) cancelStep(match)
  else cancelTimers(match)
  if (stopped) return
  switch (phase) {
    case 'gathering':
      scheduleGathering(world, match)
      break
    case 'locking':
      scheduleLocking(world, match)
      break
    case 'playing':
      schedulePlaying(world, match)
      break
    case 'settled':
    case 'voided':
      break
  }
}
