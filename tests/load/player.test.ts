import { emptyHash, initialState, type MatchId, matchIdSchema, rollHash } from '@minefall/shared/game'
import { expect, it } from 'vitest'
import { type Field, gate, type Notes, thinking } from './field.ts'
import type { Listener } from './link.ts'
import { Player } from './player.ts'
import { newTally } from './tally.ts'

const matchId = matchIdSchema.parse('ab'.repeat(16))
const channel = 7
const gathering = initialState({
  matchId,
  gameId: 'load',
  asset: 'trial',
  stake: '100',
  seats: 5,
  rules: { boards: 1, clockMs: 60_000, clues: false, h: 16, mines: 4, rakeBps: 0, w: 16 },
  serverCommit: 'cd'.repeat(32),
})

const taken = (seat: number) => ({
  type: 'SeatTaken' as const,
  v: 1 as const,
  at: 1,
  seat,
  ref: `0${seat}`.repeat(16),
  commit: 'ef'.repeat(32),
  player: { name: 'Guest', avatar: 'a', kind: 'guest' as const },
})

/** A player whose connection is in the test's hands; one who notes what they meet comes back after a loss. */
const stage = (notes: Notes | null = null) => {
  const sent: { ack: number; name: string }[] = []
  let listener: Listener | null = null
  const tally = newTally()
  const clicks = gate(1e9)
  const field: Field = {
    dial: (_auth, hearer) => {
      listener = hearer
      return { send: (ack, name) => sent.push({ ack, name }), silence: () => {}, leave: () => clicks.close() }
    },
    gameId: 'load',
    thinking: thinking(0, Math.random),
    gate: clicks,
    tally,
    matches: new Map<MatchId, never>(),
    hashAnother: () => true,
    notes,
  }
  let entered = 0
  const player = new Player(field, () => (entered += 1))
  const hear = (text: string) => listener?.packet(Buffer.from(text), text.length)
  const tell = (name: string, payload: unknown) => hear(`2${JSON.stringify([name, payload])}`)
  const answer = (data: unknown, code = 200) =>
    hear(`3${sent.at(-1)?.ack}${JSON.stringify([{ code, msg: '', data }])}`)
  /** Brings the player into the match, at its first sequence number. */
  const sit = () => {
    tell('welcome', {})
    answer({ matchId, serverCommit: gathering.serverCommit, seats: 5, taken: 0 })
    answer({ matchId, seq: 0, seat: 0 })
    const catchUp = { kind: 'snapshot', state: gathering }
    answer({ catchUp, hash: emptyHash, seat: 0, outcomes: [], channel })
  }
  return {
    sent,
    tally,
    player,
    hear,
    tell,
    answer,
    sit,
    lose: () => listener?.lost('the network broke'),
    entered: () => entered,
    wrong: () => [...tally.wrong.keys()],
    [Symbol.dispose]: () => player.leave(),
  }
}

it('finds a table, sits, follows, and hears what happens', () => {
  using it = stage()
  it.sit()
  expect(it.sent.map(({ name }) => name)).toEqual(['clock.ping', 'lobby.find', 'match.sit', 'match.follow'])
  expect(it.entered()).toBe(1)
  it.tell('match.events', { matchId, seq: 1, events: [taken(0)] })
  it.tell('match.beat', { matchId, seq: 1, hash: rollHash(emptyHash, taken(0)) })
  expect(it.wrong()).toEqual([])
})

it('looks for another table when others were quicker, and calls that no fault', () => {
  using it = stage()
  it.tell('welcome', {})
  it.answer({ matchId, serverCommit: gathering.serverCommit, seats: 5, taken: 4 })
  it.answer(null, 1304)
  expect(it.sent.at(-1)?.name).toBe('lobby.find')
  expect(it.wrong()).toEqual([])
})

it('notices events that are missing', () => {
  using it = stage()
  it.sit()
  it.tell('match.events', { matchId, seq: 2, events: [taken(1)] })
  expect(it.wrong()).toEqual(['gap'])
  expect(it.sent.at(-1)?.name).toBe('match.follow')
})

it('notices events told twice', () => {
  using it = stage()
  it.sit()
  it.tell('match.events', { matchId, seq: 1, events: [taken(0)] })
  it.tell('match.events', { matchId, seq: 1, events: [taken(0)] })
  expect(it.wrong()).toEqual(['gap'])
})

it('notices a beat that hashes to something else, and one that is ahead', () => {
  using it = stage()
  it.sit()
  it.tell('match.beat', { matchId, seq: 0, hash: 'ffffffffffffff' })
  it.tell('match.beat', { matchId, seq: 3, hash: 'ffffffffffffff' })
  expect(it.wrong()).toEqual(['other hash', 'behind a beat'])
})

it('notices the same of the answer to its heartbeat', () => {
  using it = stage()
  it.sit()
  const stands = (seq: number, hash: string) =>
    it.hear(
      `36[${JSON.stringify({ code: 200, msg: '', data: { sentAt: 1, serverAt: 2, match: { matchId, seq, hash } } })}]`,
    )
  stands(0, emptyHash)
  expect(it.wrong()).toEqual([])
  stands(3, 'ffffffffffffff')
  expect(it.wrong()).toEqual(['behind a beat'])
})

it('notices what it can not read, and what is of another match', () => {
  using it = stage()
  it.sit()
  it.tell('match.events', { matchId, seq: 1, events: [{ type: 'Nothing' }] })
  it.tell('m', 'A'.repeat(46))
  expect(it.tally.wrong.get('unreadable')?.times).toBe(2)
})

it('notices an answer that nothing asked for', () => {
  using it = stage()
  it.sit()
  it.hear('34[{"code":200,"msg":"","data":null}]')
  expect(it.wrong()).toEqual(['answered twice'])
})

it('notices a refusal, a word of parting and a lost connection', () => {
  using it = stage()
  it.tell('welcome', {})
  it.answer(null, 1429)
  it.tell('close', { code: 'kicked', msg: 'too many messages' })
  it.lose()
  expect(it.wrong()).toEqual(['refused', 'closed', 'disconnected'])
})

it('notes a loss in a match, and none between matches', () => {
  const met: string[] = []
  const note = (what: string) => () => void met.push(what)
  using it = stage({
    accepted: note('accepted'),
    lost: note('lost'),
    back: note('back'),
    paused: note('paused'),
  })
  it.sit()
  it.lose()
  expect(met).toEqual(['lost'])

  using other = stage({
    accepted: note('accepted'),
    lost: note('also lost'),
    back: note('back'),
    paused: note('paused'),
  })
  other.sit()
  const voided = { type: 'Voided', v: 1, at: 2, reason: 'abandoned', payouts: [], serverSeed: '0'.repeat(64) }
  other.tell('match.events', { matchId, seq: 1, events: [voided] })
  expect(other.sent.at(-1)?.name).toBe('lobby.find')
  other.lose()
  expect(met).toEqual(['lost'])
})
