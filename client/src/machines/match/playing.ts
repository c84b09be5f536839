import { bodyCode } from '@minefall/shared/contracts'
import { emoteNames } from '@minefall/shared/contracts/live'
import { refusedBy } from '../../lib/refused.ts'
import { checkLock } from './claims.ts'
import { type Inner, isBehind, isUnanswered } from './inner.ts'
import { find, without } from './outbox.ts'
import { commanding, type Events, type Step, sending } from './step.ts'

/** How long after its end a match may be agreed to be played again, in milliseconds. */
const rematchMs = 10_000

/** Whether pressing this tile is a move: it is closed, and no move of ours is on its way. */
export const canOpen = ({ state, pending }: Inner, event: Events): boolean =>
  event.type === 'tile.press' && pending === null && state?.board?.tiles[event.tile] === null

/** A move: shown as sent at once. */
export const press = (context: Inner, event: Events): Step => {
  const { matchId, state, tools } = context
  if (event.type !== 'tile.press' || matchId === null || !state?.turn) return {}
  const commandId = tools.draw(16)
  const { turn } = state.turn
  const { next, effects } = commanding(context, {
    name: 'match.open',
    payload: { commandId, matchId, turn, tile: event.tile },
  })
  return {
    next: { ...next, pending: { commandId, turn, tile: event.tile, stage: 'sent' }, refused: null },
    ...(effects ? { effects } : {}),
  }
}

/** Leaves by choice, if we have a seat that is still in. */
export const leave = (context: Inner): Step => {
  const { matchId, state, seat, outbox, tools } = context
  const ours = seat === null ? null : state?.table[seat]
  if (matchId === null || !ours || ours.out || outbox.some(({ name }) => name === 'match.leave')) return {}
  const { next, effects } = commanding(context, {
    name: 'match.leave',
    payload: { commandId: tools.draw(16), matchId },
  })
  return { next: { ...next, left: true }, ...(effects ? { effects } : {}) }
}

/** Reveals our seed when the table is locked, but not to a lock that is not what we sat down to. */
export const revealIfDue = (context: Inner): Step => {
  const { state, seat, secrets, matchId, revealed, tools } = context
  if (state?.phase !== 'locking' || seat === null || !secrets || secrets.matchId !== matchId) return {}
  if (revealed || state.table[seat]?.seed !== undefined) return {}
  if (checkLock(state, seat, secrets)) return { effects: [{ type: 'raise', event: { type: 'lock.broken' } }] }
  const { next, effects } = commanding(context, {
    name: 'match.reveal',
    payload: { commandId: tools.draw(16), matchId, seed: secrets.seed },
  })
  return { next: { ...next, revealed: true }, ...(effects ? { effects } : {}) }
}

/** Takes the answer to a command: committed, refused, or no answer, which a resume clears up. */
export const takeCommandAnswer = (context: Inner, event: Events): Step => {
  if (event.type !== 'answered') return {}
  const { key, envelope } = event
  const { outbox, tools } = context
  const pending = context.pending?.commandId === key ? context.pending : null
  if (!pending && !find(outbox, key)) return {}
  if (isUnanswered(envelope))
    return { effects: [{ type: 'raise', event: { type: 'copy.doubted', whole: false } }] }
  const rest = without(outbox, key)
  if (envelope.code === bodyCode.ok)
    return { next: { outbox: rest, ...(pending ? { pending: { ...pending, stage: 'committed' } } : {}) } }
  const refused = refusedBy(envelope, tools.now())
  return {
    next: { outbox: rest, refused, ...(pending ? { pending: null } : {}) },
    effects: [
      { type: 'emit', emitted: { type: 'refusal', refused } },
      ...(isBehind(envelope)
        ? [{ type: 'raise' as const, event: { type: 'copy.doubted' as const, whole: false } }]
        : []),
    ],
  }
}

/** Sends again, under their old ids, the commands that a resume found undecided. */
export const resend = ({ outbox, pending }: Inner): Step => ({
  // A move that is neither decided nor to be sent again got lost with its turn.
  next: { pending: pending?.stage === 'sent' && !find(outbox, pending.commandId) ? null : pending },
  effects: outbox.map(sending),
})

/** Agrees to play again with whoever else does. */
export const askRematch = ({ matchId, rematch, state, seat }: Inner): Step => {
  if (matchId === null || seat === null || !state?.result || rematch?.asked) return {}
  // Until the server says it, the window is what the rules say.
  const window = rematch ?? { agreed: [], until: state.result.at + rematchMs, next: null }
  return {
    next: { rematch: { ...window, asked: true }, refused: null },
    effects: [
      { type: 'ask', ask: { type: 'ask', key: 'rematch', name: 'match.rematch', payload: { matchId } } },
    ],
  }
}

/** A refused wish to play again is told, and may be wished again. */
export const takeRematchAnswer = ({ rematch, tools }: Inner, event: Events): Step => {
  if (event.type !== 'answered' || event.name !== 'match.rematch') return {}
  if (event.envelope.code === bodyCode.ok) return {}
  const refused = refusedBy(event.envelope, tools.now())
  return {
    next: { refused, rematch: rematch && { ...rematch, asked: false } },
    effects: [{ type: 'emit', emitted: { type: 'refusal', refused } }],
  }
}

export const sendEmote = ({ matchId }: Inner, event: Events): Step => {
  const emote = event.type === 'emote.send' ? emoteNames.find((name) => name === event.emote) : undefined
  if (matchId === null || emote === undefined) return {}
  return {
    effects: [
      { type: 'ask', ask: { type: 'ask', key: 'emote', name: 'match.emote', payload: { matchId, emote } } },
    ],
  }
}
