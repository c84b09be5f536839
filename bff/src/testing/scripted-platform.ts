import { bodyCode, type Envelope, ok, refuse } from '@minefall/shared/contracts'
import type { BusAnswer, BusRequest, BusRequestName, Identified } from '@minefall/shared/contracts/bus'
import type { Answer, ChatMessage, Resume } from '@minefall/shared/contracts/live'
import {
  catalogue,
  type GameEvent,
  type MatchId,
  type MatchState,
  matchIdSchema,
} from '@minefall/shared/game'
import { type Bus, type Clock, type RoutedName, shardAsked } from '@minefall/shared/node'
import { type ScriptedNodes, scriptedNodes } from './scripted-nodes.ts'

const [trial] = catalogue

export const matchA: MatchId = matchIdSchema.parse('aa'.repeat(16))
export const matchB: MatchId = matchIdSchema.parse('bb'.repeat(16))
export const commandId = '0c'.repeat(16)

/** The nth event of a match, told apart by its turn. */
export const turnEvent = (n: number): GameEvent => ({
  type: 'TurnStarted',
  v: 1,
  at: 1_000 + n,
  turn: n,
  seat: n % 5,
  deadline: 13_000 + n,
})
export const turnEvents = (from: number, to: number): GameEvent[] =>
  Array.from({ length: to - from + 1 }, (_, index) => turnEvent(from + index))

/** An ordinary move, its first event the nth of the match. */
export const moveEvents = (n: number): GameEvent[] => {
  const at = 1_000 + n
  return [
    {
      type: 'TileOpened',
      v: 1,
      at,
      turn: n,
      seat: n % 5,
      board: 0,
      tile: n % 36,
      mine: false,
      clue: 1,
      salt: '5a'.repeat(16),
      by: 'hand',
    },
    { type: 'TurnStarted', v: 1, at, turn: n + 1, seat: (n + 1) % 5, deadline: at + 12_000 },
  ]
}

export const stateAt = (matchId: MatchId, seq: number): MatchState => ({
  matchId,
  gameId: trial.gameId,
  asset: 'trial',
  stake: '100',
  seats: 5,
  rules: trial.rules,
  serverCommit: 'ee'.repeat(32),
  phase: 'playing',
  seq,
  table: [null, null, null, null, null],
  lock: null,
  order: [],
  board: null,
  turn: null,
  moves: [],
  handMoves: 0,
  compensatedMs: 0,
  result: null,
})

export const identityOf = (playerId: string): Identified => ({
  playerId,
  player: { name: `Guest ${playerId.slice(0, 4)}`, avatar: 'a1', kind: 'guest' },
  seated: null,
  balance: { version: 1, coin: '0', promo: '0', trial: '1000', held: { coin: '0', promo: '0', trial: '0' } },
  unread: { version: 0, count: 0 },
  guest: null,
})

/** The nth message of a conversation, the player's own by default. */
export const chatMessage = (seq: number, given: Partial<ChatMessage> = {}): ChatMessage => ({
  seq,
  messageId: `00000000-0000-4000-8000-${String(seq).padStart(12, '0')}`,
  author: 'player',
  name: null,
  text: `message ${seq}`,
  pictureId: null,
  at: 1_000 + seq,
  ...given,
})

type Script = { [N in BusRequestName]: (request: BusRequest<N>) => Promise<Envelope<BusAnswer<N>>> }

type Asked = { [N in BusRequestName]: BusRequest<N>[] }

/** A platform that does as it is sent: a test changes `script` and `seqs`, and reads what it was asked. */
export type ScriptedPlatform = {
  script: Script
  asked: Asked
  nodes: ScriptedNodes
  /** The last sequence number of each match; absent: no such match. */
  seqs: Map<MatchId, number>
  /** Seats by player. */
  seats: Map<string, number>
  /** Commits events up to `to` and publishes them, unless they are to get lost on the way. */
  commit(matchId: MatchId, to: number, lost?: 'lost'): void
  hashAt(seq: number): string
}

export const scriptedPlatform = (bus: Bus, clock: Clock): ScriptedPlatform => {
  const asked: Asked = {
    'player.identify': [],
    'player.keep': [],
    'session.check': [],
    'lobby.find': [],
    'lobby.host': [],
    'lobby.digest': [],
    'arena.standings': [],
    'arena.own': [],
    'match.sit': [],
    'match.reveal': [],
    'match.open': [],
    'match.link': [],
    'match.leave': [],
    'match.resume': [],
    'match.rematch': [],
    'match.presence': [],
    'match.stand': [],
    'match.void': [],
    'match.stopped': [],
    'chat.open': [],
    'chat.send': [],
    'chat.history': [],
    'chat.read': [],
    'staff.present': [],
    'staff.identify': [],
    'desk.counts': [],
    'health.record': [],
    'node.probe': [],
    'shard.take': [],
    'lobby.open': [],
  }
  const seqs = new Map<MatchId, number>()
  const seats = new Map<string, number>()
  const hashAt = (seq: number) => `hash-${seq}`

  const resume = ({ matchId, seq, playerId }: BusRequest<'match.resume'>): Envelope<Resume> => {
    const last = seqs.get(matchId)
    if (last === undefined) return refuse(bodyCode.notFound, 'no such match')
    return ok({
      catchUp:
        seq === null
          ? { kind: 'snapshot', state: stateAt(matchId, last) }
          : { kind: 'events', from: seq, events: turnEvents(seq + 1, last) },
      hash: hashAt(last),
      seat: seats.get(playerId) ?? null,
      private: false,
      outcomes: [],
    })
  }
  const outcome = (playerId: string, matchId: MatchId): Envelope<Answer<'match.open'>> =>
    ok({ matchId, seq: seqs.get(matchId) ?? 0, seat: seats.get(playerId) ?? null })

  const script: Script = {
    'player.identify': async ({ deviceId }) => ok(identityOf(deviceId)),
    'player.keep': async ({ deviceId }) => ok({ playerId: deviceId }),
    'session.check': async () => ok({ ended: [] }),
    'lobby.find': async () => ok({ matchId: matchA, serverCommit: 'ee'.repeat(32), seats: 5, taken: 0 }),
    'lobby.host': async () => ok({ matchId: matchB, serverCommit: 'ee'.repeat(32), seats: 5, taken: 0 }),
    'lobby.digest': async () => ok({ at: 1, playing: 0, tables: [], wins: [], live: [] }),
    'arena.standings': async () => refuse(bodyCode.notFound, 'no such arena'),
    'arena.own': async () => ok(null),
    'match.sit': async ({ playerId, matchId }) => {
      seats.set(playerId, 0)
      return outcome(playerId, matchId)
    },
    'match.reveal': async ({ playerId, matchId }) => outcome(playerId, matchId),
    'match.open': async ({ playerId, matchId }) => outcome(playerId, matchId),
    'match.link': async ({ playerId, matchId }) => outcome(playerId, matchId),
    'match.leave': async ({ playerId, matchId }) => outcome(playerId, matchId),
    'match.resume': async (request) => resume(request),
    'match.rematch': async () => ok(null),
    'match.presence': async () => ok(null),
    'match.stand': async () => ok(null),
    'match.void': async () => ok(null),
    'match.stopped': async () => ok({ matchIds: [] }),
    'chat.open': async () => ok({ messages: [], hasMore: false, lastRead: 0, staffRead: 0, staffed: false }),
    'chat.send': async ({ messageId, text, pictureId }) =>
      ok(chatMessage(1, { messageId, text, pictureId: pictureId ?? null })),
    'chat.history': async () => ok({ messages: [], hasMore: false }),
    'chat.read': async () => ok(null),
    'staff.present': async () => ok(null),
    'staff.identify': async () => refuse(bodyCode.tokenInvalid, 'this token is not valid'),
    'desk.counts': async () =>
      ok({ conversations: 0, deposits: 0, withdrawals: 0, reports: 0, flags: 0, proposals: 0 }),
    'health.record': async () => ok(null),
    'node.probe': async () => ok({ node: 'platform-1', shards: [] }),
    'shard.take': async () => ok(null),
    'lobby.open': async () => ok({ matchId: matchA, serverCommit: 'ee'.repeat(32), seats: 5, taken: 0 }),
  }
  const answer = <N extends BusRequestName>(name: N) => {
    const heard: BusRequest<N>[] = asked[name]
    bus.respond(name, (request) => {
      heard.push(request)
      return script[name](request)
    })
  }
  answer('player.identify')
  answer('player.keep')
  answer('session.check')
  answer('lobby.digest')
  answer('arena.standings')
  answer('arena.own')
  answer('chat.open')
  answer('chat.send')
  answer('chat.history')
  answer('chat.read')
  answer('health.record')
  answer('staff.present')
  answer('staff.identify')
  answer('desk.counts')

  const nodes = scriptedNodes({ bus, clock }, (node, answerAs) => {
    const answerAsOwner = <N extends RoutedName>(name: N) => {
      const heard: BusRequest<N>[] = asked[name]
      bus.respond(
        name,
        (request) =>
          answerAs(node, shardAsked[name](request), () => {
            heard.push(request)
            return script[name](request)
          }),
        { at: node },
      )
    }
    answerAsOwner('lobby.find')
    answerAsOwner('lobby.host')
    answerAsOwner('match.sit')
    answerAsOwner('match.reveal')
    answerAsOwner('match.open')
    answerAsOwner('match.link')
    answerAsOwner('match.leave')
    answerAsOwner('match.resume')
    answerAsOwner('match.rematch')
    answerAsOwner('match.presence')
  })

  return {
    script,
    asked,
    nodes,
    seqs,
    seats,
    commit(matchId, to, lost) {
      const from = (seqs.get(matchId) ?? 0) + 1
      seqs.set(matchId, to)
      if (lost) return
      bus.publish('match.events', matchId, {
        matchId,
        seq: from,
        events: turnEvents(from, to),
        hash: hashAt(to),
      })
    },
    hashAt,
  }
}
