import type { Answer, ClientMessage, Resume } from '@minefall/shared/contracts/live'
import type { MatchId, MatchState } from '@minefall/shared/game'
import { dueLink } from './chain.ts'
import { type Copy, compareBeat, condenseFacts, type Fact, type Folded, foldEvents, jumped } from './facts.ts'
import type { Inner } from './inner.ts'
import type { IoReport } from './io.ts'
import { isStillWanted, without } from './outbox.ts'
import { doubt, type Enqueue, type Told, tellFacts } from './step.ts'

type MatchServerMessage = Extract<IoReport, { type: 'server.message' }>['message']

/** Each heartbeat's answer carries the match's position; without news for this long we resume. In milliseconds. */
const silentMs = 10_000
/** Spreads, by match id, the resumes of matches that fall silent together, in milliseconds. */
const spreadMs = 5_000

/** How long an emote is shown, in milliseconds. */
const emoteMs = 3_000
/** The most emotes shown at once. */
const emotesMost = 12

/** Follows or resumes: our position, and our commands without a known outcome. */
export const followOf = ({ matchId, state, outbox, wantsWhole }: Inner): ClientMessage<'match.follow'> => {
  if (matchId === null) throw new Error('there is no match to follow')
  return {
    matchId,
    seq: wantsWhole || !state ? null : state.seq,
    unacknowledged: outbox.map((command) => command.payload.commandId),
  }
}

/** A freed seat may soon be someone else's; one that was asked for is known by our pseudonym before the answer. */
const seatAfter = ({ seat, secrets, sitAsked }: Inner, { table }: MatchState): number | null => {
  if (seat === null && secrets && sitAsked)
    return table.find((taken) => taken?.ref === secrets.ref)?.seat ?? null
  const taken = seat === null ? null : table[seat]
  return taken && (!secrets || taken.ref === secrets.ref) ? seat : null
}

/** Whether these facts say that our seat was given up by choice, here or in another tab. */
const saysLeft = ({ secrets }: Inner, facts: readonly Fact[]): boolean =>
  secrets !== null &&
  facts.some(
    ({ event, before }) =>
      event.type === 'SeatLeft' && event.reason === 'left' && before?.table[event.seat]?.ref === secrets.ref,
  )

/** Takes over a state, and its facts. */
type TakenState = Omit<Folded, 'copy'> & Told & { next: Partial<Inner> }

const takeCopy = (context: Inner, { copy, facts, trouble }: Folded): TakenState => {
  const { state, hash } = copy
  const { pending, outbox, seat } = context
  const next = {
    state,
    hash,
    stake: state.stake,
    asset: state.asset,
    seat: seatAfter(context, state),
    left: context.left || saysLeft(context, facts),
    // A pending move ends with its turn, however it was decided.
    pending: pending && state.turn?.turn === pending.turn ? pending : null,
    outbox: outbox.filter((command) => isStillWanted(command, state, seat)),
    trouble,
    wantsWhole: trouble === 'whole',
  }
  return { next, facts: condenseFacts(facts), checked: facts, trouble }
}

const takeSnapshot = (context: Inner, copy: Copy): TakenState =>
  takeCopy(context, { copy, facts: [jumped(context.state, copy.state)], trouble: null })

const catchUp = (context: Inner, { catchUp, hash }: Resume): TakenState => {
  if (catchUp.kind === 'snapshot') return takeSnapshot(context, { state: catchUp.state, hash })
  const { state } = context
  if (!state)
    return { next: { trouble: 'whole', wantsWhole: true }, facts: [], checked: [], trouble: 'whole' }
  const folded = foldEvents({ state, hash: context.hash }, catchUp.from + 1, catchUp.events)
  // A snapshot that was not requested may be newer than the answer: then the answer's hash does not apply.
  const end = catchUp.from + catchUp.events.length
  const differs = folded.copy.state.seq === end && folded.copy.hash !== hash
  return takeCopy(context, differs ? { ...folded, trouble: 'whole' } : folded)
}

/** Handles the answer to a follow: missed events, our seat, and decided commands. */
export const applyFollowAnswer = (
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
  const { next, ...told } = catchUp({ ...context, ...known }, resume)
  enqueue.assign({ ...known, ...next })
  tellFacts(enqueue, told)
  // What was sent before may have been lost.
  sendLink({ ...context, ...known, ...next, linked: -1 }, enqueue)
}

/** Sends our link for what someone else has picked, once. */
const sendLink = (context: Inner, enqueue: Enqueue): void => {
  const message = dueLink(context)
  if (!message || message.turn === context.linked) return
  enqueue.assign({ linked: message.turn })
  enqueue.sendTo('io', { type: 'link', message })
}

const takeEmote = ({ emotes, emotesSeen }: Inner, seat: number, emote: string, enqueue: Enqueue) => {
  const key = emotesSeen + 1
  enqueue.assign({ emotes: [...emotes, { key, seat, emote }].slice(-emotesMost), emotesSeen: key })
  enqueue.emit({ type: 'emote', seat, emote })
  enqueue.raise({ type: 'emote.gone', key }, { delay: emoteMs })
}

const take = (context: Inner, { next, trouble, ...told }: TakenState, enqueue: Enqueue) => {
  enqueue.assign(next)
  tellFacts(enqueue, told)
  sendLink({ ...context, ...next }, enqueue)
  if (trouble) doubt(enqueue, trouble === 'whole')
}

/** A message whose name decides its payload; the pair is narrowed together. */
const takeByName = (context: Inner, told: MatchServerMessage, enqueue: Enqueue): void => {
  const { state, hash } = context
  switch (told.name) {
    case 'match.events':
      if (state)
        take(
          context,
          takeCopy(context, foldEvents({ state, hash }, told.payload.seq, told.payload.events)),
          enqueue,
        )
      return
    case 'match.snapshot':
      if (!state || told.payload.state.seq >= state.seq)
        take(context, takeSnapshot(context, told.payload), enqueue)
      return
    case 'match.beat': {
      const { watchers = 0 } = told.payload
      if (watchers !== context.watchers) enqueue.assign({ watchers })
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

/** From now on news of the match are expected. */
export const awaitNews = (matchId: MatchId | null, enqueue: Enqueue): void => {
  if (matchId === null) return
  const delay = silentMs + (Number.parseInt(matchId.slice(-2), 16) / 256) * spreadMs
  enqueue.cancel('silence')
  enqueue.raise({ type: 'match.silent' }, { id: 'silence', delay })
}

const saysHowItStands = ({ name }: MatchServerMessage) =>
  name === 'match.events' || name === 'match.snapshot' || name === 'match.beat'

/** Handles a message of this match; others are ignored. */
export const takeMessage = (context: Inner, message: MatchServerMessage, enqueue: Enqueue): void => {
  const matchId = message.name === 'match.snapshot' ? message.payload.state.matchId : message.payload.matchId
  if (matchId !== context.matchId) return
  takeByName(context, message, enqueue)
  if (saysHowItStands(message)) awaitNews(matchId, enqueue)
}
