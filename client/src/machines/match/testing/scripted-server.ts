import type { Envelope } from '@minefall/shared/contracts'
import type { Answer, ClientMessage, ClientMessageName, CloseCode } from '@minefall/shared/contracts/live'
import type { Dealer } from '@minefall/shared/fairness'
import { chainOf, deal, lockDocument, lockHash, playerCommit, serverCommit } from '@minefall/shared/fairness'
import {
  type Command,
  catalogue,
  decide,
  emptyHash,
  evolve,
  type GameEvent,
  initialState,
  type MatchId,
  type MatchState,
  rollHash,
  sealedTables,
} from '@minefall/shared/game'
import type { MatchMessage } from '../../connection/report.ts'
import type { LivePort, WireSignal } from '../../connection/wire.ts'

export const idOf = (digit: string) => digit.repeat(32) as MatchId
const commandRefused = { code: 1303, msg: 'refused', data: null }

/** Makes what a house that cheats would deal. */
export type Cheat = (dealer: Dealer) => Dealer

/** The chains of a sealed table: the house's, and that of another one's seat. */
const houseChain = chainOf('5a'.repeat(32), 20)
const chainAt = (seat: number) => chainOf(`${seat}c`.repeat(32), 20)

type OwnOptions = { seats: number; cheat: Cheat; sealed: boolean }

/** A match as its owner holds it, with real rules, real boards and real commitments. */
const ownMatch = (matchId: MatchId, { seats, cheat, sealed }: OwnOptions) => {
  const { gameId, rules } = sealed ? sealedTables[0] : catalogue[0]
  const serverSeed = '5e'.repeat(32)
  let state: MatchState = initialState({
    matchId,
    gameId,
    asset: 'trial',
    stake: '100',
    seats,
    rules,
    serverCommit: serverCommit(matchId, serverSeed),
    ...(sealed && { serverChain: houseChain.end }),
  })
  let hash = emptyHash
  let dealer: Dealer | undefined
  const journal: GameEvent[] = []
  const decided = new Map<string, number>()
  return {
    matchId,
    journal,
    decided,
    serverSeed,
    state: () => state,
    hash: () => hash,
    dealer: () => dealer,
    /** Applies a command; the events it became, null when refused. */
    act(command: Command): readonly GameEvent[] | null {
      if (command.type === 'start' && state.lock) {
        const players = state.table.flatMap((seat) =>
          seat?.seed === undefined ? [] : [{ ref: seat.ref, seed: seat.seed }],
        )
        dealer = cheat(deal({ rules, serverSeed, lockHash: state.lock.lockHash, players }))
      }
      const decision = decide(state, command, dealer)
      if (!decision.ok) return null
      for (const event of decision.events) {
        state = evolve(state, event)
        hash = rollHash(hash, event)
        journal.push(event)
      }
      return decision.events
    },
  }
}

/** What it signs that a seed came with. */
export const givenReceipt = { at: 1_000, key: 'f1'.repeat(32), signature: 'f2'.repeat(64) }

type Own = ReturnType<typeof ownMatch>
type Fault = 'lose request' | 'lose answer' | 'answer later'

/**
 * A server that follows a script: it plays real matches, and loses, delays or falsifies what it was asked to. `port`
 * is what a match machine speaks to.
 */
export const scriptedServer = ({
  seats = 2,
  matches = ['a', 'b'],
  cheat = (dealer: Dealer) => dealer,
  sealed = false,
} = {}) => {
  const owned = new Map<MatchId, Own>(
    matches.map((digit) => [idOf(digit), ownMatch(idOf(digit), { seats, cheat, sealed })]),
  )
  const order = [...owned.keys()]
  const listeners = new Set<(signal: WireSignal) => void>()
  const asked: { name: ClientMessageName; payload: unknown }[] = []
  const faults = new Map<ClientMessageName, Fault[]>()
  const refusals = new Map<ClientMessageName, number[]>()
  const late: (() => void)[] = []
  let isUp = true
  let isMute = false
  let gaps = 0
  let ourSeat: number | null = null
  let isPrivate = false
  let asGuest = false
  let gathering = 0
  let isDenying = false
  let receipt = givenReceipt
  let now = 1_000

  const tell = (signal: WireSignal) => {
    for (const hear of [...listeners]) hear(signal)
  }
  const say = (message: MatchMessage) => {
    if (isUp) tell({ type: 'message', message })
  }
  const own = (matchId: MatchId): Own => {
    const match = owned.get(matchId)
    if (!match) throw new Error(`no match ${matchId}`)
    return match
  }
  const act = (match: Own, command: Command) => {
    const from = match.journal.length
    const events = match.act({ ...command, at: now++ } as Command)
    if (events && events.length > 0 && !isMute)
      say({ name: 'match.events', payload: { matchId: match.matchId, seq: from + 1, events: [...events] } })
    return events
  }
  const command = (matchId: MatchId, commandId: string, made: Command | null) => {
    const match = own(matchId)
    const known = match.decided.get(commandId)
    const outcome = (seq: number) => ({ code: 200, msg: 'ok', data: { matchId, seq, seat: ourSeat } })
    if (known !== undefined) return outcome(known)
    if (!made || !act(match, made)) return commandRefused
    match.decided.set(commandId, match.journal.length)
    return outcome(match.journal.length)
  }

  const deniedOf = (matchId: MatchId) => ({
    matchId,
    seq: own(matchId).journal.length,
    seat: ourSeat,
    receipt,
  })

  const answer = (name: ClientMessageName, payload: ClientMessage<ClientMessageName>): Envelope<unknown> => {
    const refusal = refusals.get(name)?.shift()
    if (refusal !== undefined) return { code: refusal, msg: 'refused', data: null }
    switch (name) {
      case 'lobby.find': {
        const match = own(order[gathering] ?? idOf('a'))
        const taken = match.state().table.filter(Boolean).length
        return {
          code: 200,
          msg: 'ok',
          data: {
            ...{ matchId: match.matchId, serverCommit: match.state().serverCommit, seats, taken },
            ...(sealed && { serverChain: houseChain.end }),
          },
        }
      }
      case 'match.sit': {
        const { matchId, commandId, ref, commit, chain } = payload as ClientMessage<'match.sit'>
        if (!own(matchId).decided.has(commandId)) ourSeat = own(matchId).state().table.indexOf(null)
        const player = { name: 'Me', avatar: 'a', kind: 'guest' } as const
        const sat = command(matchId, commandId, { type: 'sit', at: 0, ref, commit, chain, player })
        return sat.code === 200 ? sat : { code: 1304, msg: 'full', data: null }
      }
      case 'match.reveal': {
        const { matchId, commandId, seed } = payload as ClientMessage<'match.reveal'>
        if (isDenying) return { code: 200, msg: 'ok', data: deniedOf(matchId) }
        const revealed = command(matchId, commandId, { type: 'reveal', at: 0, seat: ourSeat ?? 0, seed })
        return 'data' in revealed && revealed.data
          ? { ...revealed, data: { ...revealed.data, receipt } }
          : revealed
      }
      case 'match.open': {
        const { matchId, commandId, turn, tile, link } = payload as ClientMessage<'match.open'>
        return command(matchId, commandId, { type: 'open', at: 0, seat: ourSeat ?? 0, turn, tile, link })
      }
      case 'match.link': {
        const { matchId, turn, link } = payload as ClientMessage<'match.link'>
        return command(matchId, `${turn}/${link}`, { type: 'link', at: 0, seat: ourSeat ?? 0, turn, link })
      }
      case 'match.leave': {
        const { matchId, commandId } = payload as ClientMessage<'match.leave'>
        const seat = ourSeat ?? 0
        const isGathering = own(matchId).state().phase === 'gathering'
        return command(
          matchId,
          commandId,
          isGathering ? { type: 'stand', at: 0, seat, reason: 'left' } : { type: 'leave', at: 0, seat },
        )
      }
      case 'match.follow': {
        const { matchId, seq, unacknowledged } = payload as ClientMessage<'match.follow'>
        const match = owned.get(matchId)
        if (!match) return { code: 1404, msg: 'no such match', data: null }
        const outcomes = unacknowledged.flatMap((commandId) => {
          const known = match.decided.get(commandId)
          return known === undefined ? [] : [{ commandId, seq: known }]
        })
        const catchUp =
          seq === null
            ? { kind: 'snapshot', state: match.state() }
            : { kind: 'events', from: seq, events: match.journal.slice(seq) }
        return {
          code: 200,
          msg: 'ok',
          data: {
            catchUp,
            hash: match.hash(),
            seat: ourSeat,
            private: isPrivate,
            outcomes,
            channel: 0,
            asGuest,
          },
        }
      }
      default:
        return { code: 200, msg: 'ok', data: null }
    }
  }

  const port: LivePort = {
    ask: <N extends ClientMessageName>(name: N, payload: ClientMessage<N>) => {
      if (!isUp) return Promise.resolve({ code: 1503, msg: 'no connection', data: null })
      asked.push({ name, payload })
      const fault = faults.get(name)?.shift()
      if (fault === 'lose request') return Promise.resolve({ code: 1504, msg: 'late', data: null })
      const given = answer(name, payload as ClientMessage<ClientMessageName>) as Envelope<Answer<N>>
      if (fault === 'lose answer') return Promise.resolve({ code: 1504, msg: 'late', data: null })
      if (fault === 'answer later')
        return new Promise<typeof given>((resolve) => late.push(() => resolve(given)))
      return Promise.resolve(given)
    },
    isUp: () => isUp,
    listen: (hear) => {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
    countGap: () => {
      gaps += 1
    },
  }

  const current = () => own(order[gathering] ?? idOf('a'))
  const seedOf = (seat: number) => `${seat}${seat}`.repeat(32)
  const server = {
    port,
    asked,
    askedOf: (name: ClientMessageName) =>
      asked.filter((one) => one.name === name).map(({ payload }) => payload),
    gaps: () => gaps,
    match: current,
    own,
    seat: () => ourSeat ?? 0,
    act: (made: Command) => act(current(), made),
    /** From now on seeds are receipted and never taken. */
    denySeeds() {
      isDenying = true
    },
    /** From now on it signs receipts with a key that no one knows. */
    signStrangely() {
      receipt = { ...givenReceipt, key: 'f3'.repeat(32) }
    },
    /** From now on the match is a private table. */
    makePrivate() {
      isPrivate = true
    },
    /** From now on another player is connected, who has no seat. */
    changePlayer() {
      ourSeat = null
    },
    /** From now on the seat is that of the guest whom this connection was. */
    signIn() {
      asGuest = true
    },
    /** Others take every free seat. */
    fill() {
      const match = current()
      for (const [seat, taken] of match.state().table.entries()) {
        if (taken) continue
        const ref = `${seat}f`.repeat(16)
        const commit = playerCommit(match.matchId, ref, seedOf(seat))
        const player = { name: `Player ${seat}`, avatar: 'a', kind: 'practice' } as const
        const chain = sealed ? chainAt(seat).end : undefined
        act(match, { type: 'sit', at: 0, ref, commit, chain, player })
      }
    },
    lock(falsify = (hash: string) => hash) {
      const match = current()
      const state = match.state()
      const prevLog = '00'.repeat(32)
      const taken = state.table.flatMap((seat) => seat ?? [])
      const hash = falsify(lockHash(lockDocument({ ...state, prevLog, seats: taken })))
      act(match, { type: 'lock', at: 0, prevLog, lockHash: hash, revealMs: 5_000 })
    },
    /** The others reveal; the match starts once we have, too. */
    revealOthers() {
      const match = current()
      for (const seat of match.state().table)
        if (seat && seat.seat !== ourSeat && !seat.seed)
          act(match, { type: 'reveal', at: 0, seat: seat.seat, seed: seedOf(seat.seat) })
    },
    start: () => act(current(), { type: 'start', at: 0 }),
    /** A closed tile that is (or is not) mined. */
    tile(mine: boolean): number {
      const match = current()
      const { board } = match.state()
      const found = board?.tiles.findIndex(
        (open, tile) => open === null && match.dealer()?.tile(board.board, tile).mine === mine,
      )
      if (found === undefined || found < 0) throw new Error('no such tile')
      return found
    },
    open(seat: number, tile: number) {
      const { turn } = current().state()
      return act(current(), { type: 'open', at: 0, seat, turn: turn?.turn ?? 0, tile })
    },
    /** Someone else picks the first closed tile of a sealed table in their turn. */
    pick(link?: string) {
      const { turn, board } = current().state()
      if (!turn || !board) throw new Error('no turn is running')
      const tile = board.tiles.indexOf(null)
      const own = chainAt(turn.seat).links[turn.turn]
      return act(current(), {
        type: 'open',
        at: 0,
        seat: turn.seat,
        turn: turn.turn,
        tile,
        link: link ?? own,
      })
    },
    /** What is picked is drawn, when no more links are waited for. */
    draw() {
      const { pick } = current().state()
      const turn = pick?.turn ?? 0
      now += 2_000
      return act(current(), { type: 'draw', at: 0, turn, link: houseChain.links[turn] ?? '' })
    },
    /** Plays safe tiles for others until it is our turn. */
    untilOurTurn() {
      for (let turn = current().state().turn; turn && turn.seat !== ourSeat; turn = current().state().turn)
        server.open(turn.seat, server.tile(false))
    },
    beat(falsify = (hash: string) => hash) {
      const match = current()
      say({
        name: 'match.beat',
        payload: { matchId: match.matchId, seq: match.journal.length, hash: falsify(match.hash()) },
      })
    },
    say,
    tell,
    /** Events are decided but not told while this is on. */
    mute(on: boolean) {
      isMute = on
    },
    fault(name: ClientMessageName, fault: Fault) {
      faults.set(name, [...(faults.get(name) ?? []), fault])
    },
    refuse(name: ClientMessageName, code: number) {
      refusals.set(name, [...(refusals.get(name) ?? []), code])
    },
    answerLate() {
      for (const give of late.splice(0)) give()
    },
    /** The next gathering match of the queue. */
    openNext() {
      gathering += 1
    },
    cut(code: CloseCode = 'network') {
      isUp = false
      tell({ type: 'down', code })
    },
    restore() {
      isUp = true
      tell({ type: 'up' })
    },
  }
  return server
}
