import type { Resume } from '@minefall/shared/contracts/live'
import type { MatchId } from '@minefall/shared/game'
import { type Copy, compareBeat, type Fact, type Folded, foldEvents, jumped, toldOf } from './facts.ts'
import type { Inner } from './inner.ts'
import type { IoReport } from './io.ts'
import { isStillWanted, without } from './outbox.ts'
import { asking, type Effect, type Events, type Step } from './step.ts'

type Told = Extract<IoReport, { type: 'server.message' }>['message']

/** The answer to each heartbeat says how the match stands; this long without a word is asked about. In milliseconds. */
const silentMs = 10_000
/** Not all matches that fall silent together are asked about at the same time: their ids spread them over this long. */
const spreadMs = 5_000

/** How long an emote is shown, in milliseconds. */
export const emoteMs = 3_000
/** The most emotes shown at once. */
const emotesMost = 12

const copyOf = ({ state, hash }: Inner): Copy | null => (state ? { state, hash } : null)

/** Follows or resumes: what we have, and which of our commands we know no outcome of. */
export const askFollow = (context: Inner): Step => {
  const { matchId, state, outbox, wantsWhole } = context
  if (matchId === null) return {}
  const payload = {
    matchId,
    seq: wantsWhole || !state ? null : state.seq,
    unacknowledged: outbox.map((command) => command.payload.commandId),
  }
  return asking(context, (key) => ({ type: 'ask', key, name: 'match.follow', payload }))
}

/** Our move is over as a question once its turn is, however that was decided. */
const pendingAfter = ({ pending }: Inner, { state }: Copy) =>
  pending && state.turn?.turn === pending.turn ? pending : null

/** A seat that was freed is somebody else's soon; one that was taken is ours by its pseudonym before we are told. */
const seatAfter = ({ seat, secrets }: Inner, { state }: Copy): number | null => {
  if (seat === null && secrets) return state.table.find((taken) => taken?.ref === secrets.ref)?.seat ?? null
  const taken = seat === null ? null : state.table[seat]
  return taken && (!secrets || taken.ref === secrets.ref) ? seat : null
}

const takeCopy = (context: Inner, copy: Copy, trouble: Folded['trouble'], facts: readonly Fact[]): Step => ({
  next: {
    state: copy.state,
    hash: copy.hash,
    stake: copy.state.stake,
    asset: copy.state.asset,
    seat: seatAfter(context, copy),
    pending: pendingAfter(context, copy),
    outbox: context.outbox.filter((command) => isStillWanted(command, copy.state, context.seat)),
    trouble,
    wantsWhole: trouble === 'whole',
  },
  effects: [{ type: 'tell', facts }],
})

const takeFolded = (context: Inner, { copy, facts, trouble }: Folded): Step =>
  takeCopy(context, copy, trouble, toldOf(facts))

const takeSnapshot = (context: Inner, copy: Copy): Step =>
  takeCopy(context, copy, null, [jumped(context.state, copy.state)])

const doubt = (trouble: Folded['trouble'] | undefined): Effect[] =>
  trouble ? [{ type: 'raise', event: { type: 'copy.doubted', whole: trouble === 'whole' } }] : []

const catchUp = (context: Inner, { catchUp, hash }: Resume): Step => {
  if (catchUp.kind === 'snapshot') return takeSnapshot(context, { state: catchUp.state, hash })
  const copy = copyOf(context)
  if (!copy) return { next: { trouble: 'whole', wantsWhole: true } }
  const folded = foldEvents(copy, catchUp.from + 1, catchUp.events)
  // What came by itself meanwhile may be past the answer's end: then its hash says nothing about ours.
  const end = catchUp.from + catchUp.events.length
  const differs = folded.copy.state.seq === end && folded.copy.hash !== hash
  return takeFolded(context, differs ? { ...folded, trouble: 'whole' } : folded)
}

/** Takes the answer to a follow: what was missed, our seat, and which commands were decided. */
export const takeFollowed = (context: Inner, event: Events): Step => {
  if (event.type !== 'answered' || event.name !== 'match.follow' || !event.envelope.data) return {}
  const resume = event.envelope.data
  const { pending } = context
  const outbox = resume.outcomes.reduce((left, { commandId }) => without(left, commandId), context.outbox)
  const isDecided = resume.outcomes.some(({ commandId }) => commandId === pending?.commandId)
  const seated: Inner = {
    ...context,
    seat: resume.seat,
    outbox,
    pending: pending && isDecided ? { ...pending, stage: 'committed' } : pending,
  }
  const { next, effects } = catchUp(seated, resume)
  return {
    next: {
      outbox,
      pending: seated.pending,
      seat: resume.seat,
      isPrivate: resume.private,
      asGuest: resume.asGuest,
      ...next,
    },
    ...(effects ? { effects } : {}),
  }
}

const takeEvents = (context: Inner, seq: number, events: Parameters<typeof foldEvents>[2]): Step => {
  const copy = copyOf(context)
  if (!copy) return {}
  const step = takeFolded(context, foldEvents(copy, seq, events))
  return { ...step, effects: [...(step.effects ?? []), ...doubt(step.next?.trouble)] }
}

const takeEmote = (context: Inner, seat: number, emote: string): Step => {
  const key = context.emotesSeen + 1
  return {
    next: { emotes: [...context.emotes, { key, seat, emote }].slice(-emotesMost), emotesSeen: key },
    effects: [
      { type: 'emit', emitted: { type: 'emote', seat, emote } },
      { type: 'raise', event: { type: 'emote.gone', key }, delay: emoteMs },
    ],
  }
}

/** A message whose name decides its payload; the pair is narrowed together. */
const takeTold = (context: Inner, told: Told): Step => {
  switch (told.name) {
    case 'match.events':
      return takeEvents(context, told.payload.seq, told.payload.events)
    case 'match.snapshot': {
      const { state, hash } = told.payload
      const isOld = context.state !== null && state.seq < context.state.seq
      return isOld ? {} : takeSnapshot(context, { state, hash })
    }
    case 'match.beat': {
      const copy = copyOf(context)
      return copy ? { effects: doubt(compareBeat(copy, told.payload)) } : {}
    }
    case 'match.presence':
      return { next: { presence: told.payload.seats } }
    case 'match.emote':
      return takeEmote(context, told.payload.seat, told.payload.emote)
    case 'match.rematch': {
      const { agreed, until, next } = told.payload
      return { next: { rematch: { agreed, until, next, asked: context.rematch?.asked ?? false } } }
    }
  }
}

const awaitedNews = (matchId: MatchId): Effect => ({
  type: 'await news',
  withinMs: silentMs + (Number.parseInt(matchId.slice(-2), 16) / 256) * spreadMs,
})

/** From now on we expect to hear how the match stands. */
export const awaitNews = ({ matchId }: Inner): Step =>
  matchId === null ? {} : { effects: [awaitedNews(matchId)] }

const saysHowItStands = ({ name }: Told) =>
  name === 'match.events' || name === 'match.snapshot' || name === 'match.beat'

/** Takes a message of the match we are at; those of others are dropped. */
export const takeMessage = (context: Inner, event: Events): Step => {
  if (event.type !== 'server.message') return {}
  const { message } = event
  const matchId = message.name === 'match.snapshot' ? message.payload.state.matchId : message.payload.matchId
  if (matchId !== context.matchId) return {}
  const step = takeTold(context, message)
  if (!saysHowItStands(message)) return step
  return { ...step, effects: [...(step.effects ?? []), awaitedNews(matchId)] }
}

/** Notes that our copy is to be resumed, and tells the edge that something was missed. */
export const noteDoubt = (context: Inner, event: Events): Step => ({
  next: { wantsWhole: context.wantsWhole || (event.type === 'copy.doubted' && event.whole) },
  effects: [{ type: 'gap' }],
})
