import type { Answer, ClientMessage, Resume } from '@minefall/shared/contracts/live'
import type { MatchId, MatchState } from '@minefall/shared/game'
import { type Copy, compareBeat, type Folded, foldEvents, jumped, toldOf } from './facts.ts'
import type { Inner } from './inner.ts'
import type { IoReport } from './io.ts'
import { isStillWanted, without } from './outbox.ts'
import { doubt, type Enqueue, tellFacts } from './step.ts'

type Told = Extract<IoReport, { type: 'server.message' }>['message']

/** The answer to each heartbeat says how the match stands; this long without a word is asked about. In milliseconds. */
const silentMs = 10_000
/** Not all matches that fall silent together are asked about at the same time: their ids spread them over this long. */
const spreadMs = 5_000

/** How long an emote is shown, in milliseconds. */
const emoteMs = 3_000
/** The most emotes shown at once. */
const emotesMost = 12

/** Follows or resumes: what we have, and which of our commands we know no outcome of. */
export const followOf = ({ matchId, state, outbox, wantsWhole }: Inner): ClientMessage<'match.follow'> => {
  if (matchId === null) throw new Error('there is no match to follow')
  return {
    matchId,
    seq: wantsWhole || !state ? null : state.seq,
    unacknowledged: outbox.map((command) => command.payload.commandId),
  }
}

/** A seat that was freed is someone else's soon; one that was taken is ours by its pseudonym before we hear. */
const seatAfter = ({ seat, secrets }: Inner, { table }: MatchState): number | null => {
  if (seat === null && secrets) return table.find((taken) => taken?.ref === secrets.ref)?.seat ?? null
  const taken = seat === null ? null : table[seat]
  return taken && (!secrets || taken.ref === secrets.ref) ? seat : null
}

/** A state that was taken over, and what it tells. */
type Taken = Omit<Folded, 'copy'> & { next: Partial<Inner> }

const takeCopy = (context: Inner, { copy, facts, trouble }: Folded): Taken => {
  const { state, hash } = copy
  const { pending, outbox, seat } = context
  const next = {
    state,
    hash,
    stake: state.stake,
    asset: state.asset,
    seat: seatAfter(context, state),
    // Our move is over as a question once its turn is, however that was decided.
    pending: pending && state.turn?.turn === pending.turn ? pending : null,
    outbox: outbox.filter((command) => isStillWanted(command, state, seat)),
    trouble,
    wantsWhole: trouble === 'whole',
  }
  return { next, facts, trouble }
}

const takeSnapshot = (context: Inner, copy: Copy): Taken =>
  takeCopy(context, { copy, facts: [jumped(context.state, copy.state)], trouble: null })

const takeFolded = (context: Inner, folded: Folded): Taken =>
  takeCopy(context, { ...folded, facts: toldOf(folded.facts) })

const catchUp = (context: Inner, { catchUp, hash }: Resume): Taken => {
  if (catchUp.kind === 'snapshot') return takeSnapshot(context, { state: catchUp.state, hash })
  const { state } = context
  if (!state) return { next: { trouble: 'whole', wantsWhole: true }, facts: [], trouble: 'whole' }
  const folded = foldEvents({ state, hash: context.hash }, catchUp.from + 1, catchUp.events)
  // What came without being asked for may be past the answer's end: then its hash says nothing about ours.
  const end = catchUp.from + catchUp.events.length
  const differs = folded.copy.state.seq === end && folded.copy.hash !== hash
  return takeFolded(context, differs ? { ...folded, trouble: 'whole' } : folded)
}

/** Takes the answer to a follow: what was missed, our seat, and which commands were decided. */
export const takeFollowed = (
  context: Inner,
  resume: NonNullable<Answer<'match.follow'>>,
  enqueue: Enqueue,
): void => {
  const { seat, outcomes, private: isPrivate, asGuest } = resume
  const { pending } = context
  const isDecided = outcomes.some(({ commandId }) => commandId === pending?.commandId)
  const known: Partial<Inner> = {
    seat,
    outbox: outcomes.reduce((left, { commandId }) => without(left, commandId), context.outbox),
    pending: pending && isDecided ? { ...pending, stage: 'committed' } : pending,
    isPrivate,
    asGuest,
  }
  const { next, facts } = catchUp({ ...context, ...known }, resume)
  enqueue.assign({ ...known, ...next })
  tellFacts(enqueue, facts)
}

const takeEmote = ({ emotes, emotesSeen }: Inner, seat: number, emote: string, enqueue: Enqueue) => {
  const key = emotesSeen + 1
  enqueue.assign({ emotes: [...emotes, { key, seat, emote }].slice(-emotesMost), emotesSeen: key })
  enqueue.emit({ type: 'emote', seat, emote })
  enqueue.raise({ type: 'emote.gone', key }, { delay: emoteMs })
}

const take = ({ next, facts, trouble }: Taken, enqueue: Enqueue) => {
  enqueue.assign(next)
  tellFacts(enqueue, facts)
  if (trouble) doubt(enqueue, trouble === 'whole')
}

/** A message whose name decides its payload; the pair is narrowed together. */
const takeTold = (context: Inner, told: Told, enqueue: Enqueue): void => {
  const { state, hash } = context
  switch (told.name) {
    case 'match.events':
      if (state)
        take(takeFolded(context, foldEvents({ state, hash }, told.payload.seq, told.payload.events)), enqueue)
      return
    case 'match.snapshot':
      if (!state || told.payload.state.seq >= state.seq) take(takeSnapshot(context, told.payload), enqueue)
      return
    case 'match.beat': {
      const trouble = state && compareBeat({ state, hash }, told.payload)
      if (trouble) doubt(enqueue, trouble === 'whole')
      return
    }
    case 'match.presence':
      enqueue.assign({ presence: told.payload.seats })
      return
    case 'match.emote':
      takeEmote(context, told.payload.seat, told.payload.emote, enqueue)
      return
    case 'match.rematch': {
      const { agreed, until, next } = told.payload
      enqueue.assign({ rematch: { agreed, until, next, asked: context.rematch?.asked ?? false } })
      return
    }
  }
}

/** From now on we expect to hear how the match stands. */
export const awaitNews = (matchId: MatchId | null, enqueue: Enqueue): void => {
  if (matchId === null) return
  const delay = silentMs + (Number.parseInt(matchId.slice(-2), 16) / 256) * spreadMs
  enqueue.cancel('silence')
  enqueue.raise({ type: 'match.silent' }, { id: 'silence', delay })
}

const saysHowItStands = ({ name }: Told) =>
  name === 'match.events' || name === 'match.snapshot' || name === 'match.beat'

/** Takes a message of the match we are at; those of others are dropped. */
export const takeMessage = (context: Inner, message: Told, enqueue: Enqueue): void => {
  const matchId = message.name === 'match.snapshot' ? message.payload.state.matchId : message.payload.matchId
  if (matchId !== context.matchId) return
  takeTold(context, message, enqueue)
  if (saysHowItStands(message)) awaitNews(matchId, enqueue)
}
