import { randomBytes } from 'node:crypto'
import { bodyCode, protocolVersion } from '@minefall/shared/contracts'
import { playerCommit } from '@minefall/shared/fairness'
import type { MatchId, MatchState } from '@minefall/shared/game'
import { answered, hear, readAnswer, readBeat, readClose, readSnapshot, succeeded } from './deliveries.ts'
import type { Field } from './field.ts'
import { type Heartbeat, heartbeat } from './heartbeat.ts'
import type { Link, Listener } from './link.ts'
import { agreesWith, closedTile, hasEnded, type Match, newMatch, takeDelivery, takeState } from './match.ts'
import { noteWrong, type Wrong, wrongs } from './tally.ts'

/** The number of a message tells what it was: a player has one of each under way at most. */
const ask = { find: 0, sit: 1, follow: 2, reveal: 3, open: 4, unfollow: 5, ping: 6 }

const stake = { stake: '100', asset: 'trial' }
const hex = (bytes: number) => randomBytes(bytes).toString('hex')

/** Command ids are this run's own and counted on: drawing each would cost more than sending it. */
const run = hex(8)
let commands = 0
const newCommandId = () => {
  commands += 1
  return run + commands.toString(16).padStart(16, '0')
}

/** A refused command is tried again after this, in milliseconds; it has been counted as wrong. */
const againMs = 250

/** One guest on one socket, playing match after match. */
export class Player implements Listener {
  readonly #field: Field
  readonly #link: Link
  /** Called once, when the first match is followed. */
  #entered: (() => void) | null
  #match: Match | null = null
  #matchId: MatchId | null = null
  #seat: number | null = null
  #secret = { ref: '', seed: '' }
  #revealed = false
  /** The last sequence number heard. */
  #seq = 0
  /** The last turn clicked in. */
  #clicked = -1
  /** When the click was sent whose acknowledgement is awaited; 0 when none is. */
  #openedAt = 0
  #gone = false
  #heartbeat: Heartbeat | null = null

  constructor(field: Field, entered: () => void) {
    this.#field = field
    this.#entered = entered
    this.#link = field.dial({ protocol: protocolVersion, deviceId: hex(16), tab: hex(8) }, this)
  }

  /** Whether a click of this player has not been acknowledged yet. */
  isWaiting(): boolean {
    return this.#openedAt > 0
  }

  isPlaying(): boolean {
    return this.#match?.state.phase === 'playing'
  }

  /** From now on nothing is heard of it, as if its network were cut. */
  silence(): void {
    this.#stop()
    this.#link.silence()
  }

  leave(): void {
    this.#stop()
    this.#link.leave()
  }

  #stop() {
    this.#gone = true
    this.#openedAt = 0
    this.#heartbeat?.stop()
  }

  lost(why: string): void {
    this.#stop()
    this.#wrong(wrongs.disconnected, why)
  }

  packet(packet: Buffer, bytes: number): void {
    try {
      this.#hear(packet, bytes)
    } catch (error) {
      this.#wrong(wrongs.unreadable, `${error}: ${packet.toString('utf8', 0, 300)}`)
    }
  }

  #wrong(kind: Wrong, detail: string) {
    noteWrong(this.#field.tally, kind, `match ${this.#matchId} seat ${this.#seat}: ${detail}`)
  }

  #hear(packet: Buffer, bytes: number) {
    const kind = hear(packet)
    if (kind === 'delivery') this.#hearDelivery(packet, bytes)
    else if (kind === 'answer') this.#hearAnswer(packet)
    else if (kind === 'beat') this.#hearBeat(packet)
    else if (kind === 'welcome') this.#begin()
    else if (kind === 'snapshot') {
      const { state, hash } = readSnapshot(packet)
      this.#wrong(wrongs.shed, 'a snapshot came in place of events')
      if (this.#match) this.#takeState(this.#match, state, hash)
    } else if (kind === 'close') {
      const { code, msg } = readClose(packet)
      this.#wrong(wrongs.closed, `${code}: ${msg}`)
    } else if (kind === 'refused') this.#refused('the connection', packet)
  }

  #begin() {
    if (this.#field.pings)
      this.#heartbeat = heartbeat((report) => this.#link.send(ask.ping, 'clock.ping', report))
    this.#find()
  }

  #find() {
    this.#link.send(ask.find, 'lobby.find', { gameId: this.#field.gameId, ...stake })
  }

  #hearAnswer(packet: Buffer) {
    const asked = answered(packet)
    const good = succeeded(packet)
    if (asked === ask.open) return this.#hearAck(packet, good)
    if (asked === ask.ping && good) return this.#heartbeat?.answered()
    if (asked === ask.find) return this.#hearFound(packet)
    if (asked === ask.sit) return this.#hearSat(packet)
    if (asked === ask.follow) return this.#hearFollowed(packet)
    if (!good) this.#refused(asked === ask.reveal ? 'reveal' : 'unfollow', packet)
  }

  #refused(what: string, packet: Buffer) {
    this.#wrong(wrongs.refused, `${what}: ${packet.toString('utf8', 0, 200)}`)
  }

  #later(work: () => void) {
    setTimeout(() => {
      if (!this.#gone) work()
    }, againMs)
  }

  #hearFound(packet: Buffer) {
    const { data } = readAnswer<'lobby.find'>(packet)
    if (!succeeded(packet) || !data) {
      this.#refused('find', packet)
      return this.#later(() => this.#find())
    }
    const { matchId } = data
    this.#matchId = matchId
    this.#secret = { ref: hex(16), seed: hex(32) }
    const { ref, seed } = this.#secret
    const commit = playerCommit(matchId, ref, seed)
    this.#link.send(ask.sit, 'match.sit', { commandId: newCommandId(), matchId, ref, commit })
  }

  #hearSat(packet: Buffer) {
    const { code } = readAnswer<'match.sit'>(packet)
    if (code === bodyCode.ok) return this.#follow()
    // Others were quicker: that is no fault, and the next table is waiting.
    if (code === bodyCode.tableFull || code === bodyCode.wrongPhase) return this.#find()
    this.#refused('sit', packet)
    this.#later(() => this.#find())
  }

  #follow() {
    this.#link.send(ask.follow, 'match.follow', { matchId: this.#matchId, seq: null, unacknowledged: [] })
  }

  #hearFollowed(packet: Buffer) {
    const { data } = readAnswer<'match.follow'>(packet)
    if (data?.catchUp.kind !== 'snapshot') {
      this.#refused('follow', packet)
      return this.#later(() => this.#follow())
    }
    const { seat, hash, channel } = data
    const { state } = data.catchUp
    this.#seat = seat
    const { matches, hashAnother } = this.#field
    const match = matches.get(state.matchId) ?? newMatch(state, channel, hash, hashAnother())
    matches.set(state.matchId, match)
    match.channel = channel
    if (this.#match !== match) {
      match.followers += 1
      this.#match = match
      this.#revealed = false
      this.#clicked = -1
    }
    this.#takeState(match, state, hash)
    this.#entered?.()
    this.#entered = null
  }

  /** From now on this player knows the match up to this state. */
  #takeState(match: Match, state: MatchState, hash: string) {
    if (!takeState(match, state, hash)) this.#wrong(wrongs.hash, `a state at ${state.seq} hashes to ${hash}`)
    this.#seq = state.seq
    this.#act(match)
  }

  #hearDelivery(packet: Buffer, bytes: number) {
    const match = this.#match
    // What was still on its way when the match was left.
    if (!match) return
    const { tally } = this.#field
    const delivery = takeDelivery(match, packet)
    if (delivery.seq !== this.#seq + 1) {
      this.#wrong(wrongs.gap, `${delivery.seq} came after ${this.#seq}`)
      return this.#follow()
    }
    this.#seq += delivery.count
    if (tally.measuring && delivery.clicks > 0) {
      tally.deliveries += delivery.clicks
      tally.deliveredBytes += bytes
    }
    delivery.heardBy += 1
    if (delivery.heardBy === delivery.followers && delivery.sentAt > 0 && tally.measuring)
      tally.toAll.add(performance.now() - delivery.sentAt)
    this.#act(match)
  }

  #hearBeat(packet: Buffer) {
    const match = this.#match
    if (!match || match.hash === null) return
    const { matchId, seq, hash } = readBeat(packet)
    if (matchId !== match.matchId) return
    if (seq > this.#seq) this.#wrong(wrongs.behind, `the beat says ${seq}, heard were ${this.#seq}`)
    if (!agreesWith(match, seq, hash)) this.#wrong(wrongs.hash, `the beat at ${seq} says ${hash}`)
  }

  /** Does what the match as it stands asks of this player. */
  #act(match: Match) {
    const { state } = match
    // Another socket heard more already; this one acts when it has heard as much.
    if (this.#seq !== state.seq || this.#gone) return
    if (hasEnded(state)) return this.#next(match)
    if (state.phase === 'locking' && !this.#revealed) {
      this.#revealed = true
      const { matchId } = match
      this.#link.send(ask.reveal, 'match.reveal', {
        commandId: newCommandId(),
        matchId,
        seed: this.#secret.seed,
      })
    }
    const { turn } = state
    if (!turn || turn.seat !== this.#seat || turn.turn <= this.#clicked) return
    this.#clicked = turn.turn
    const { thinkMs, gate } = this.#field
    const click = () => gate.pass(() => this.#click(match, turn.turn))
    if (thinkMs === 0) click()
    else setTimeout(click, thinkMs * (0.5 + Math.random()))
  }

  #click(match: Match, turn: number) {
    if (this.#gone || match.state.turn?.turn !== turn) return
    const tile = closedTile(match.state, Math.random())
    if (tile === null) return
    this.#openedAt = performance.now()
    match.click.turn = turn
    match.click.sentAt = this.#openedAt
    this.#link.send(ask.open, 'match.open', {
      commandId: newCommandId(),
      matchId: match.matchId,
      turn,
      tile,
    })
  }

  #hearAck(packet: Buffer, good: boolean) {
    const { tally } = this.#field
    if (this.#openedAt === 0) return this.#wrong(wrongs.answeredTwice, packet.toString('utf8', 0, 200))
    const ms = performance.now() - this.#openedAt
    this.#openedAt = 0
    if (!good) {
      this.#refused('open', packet)
      this.#clicked -= 1
      return this.#later(() => this.#follow())
    }
    if (!tally.measuring) return
    tally.clicks += 1
    tally.toAck.add(ms)
  }

  /** The match has ended: on to the next one. */
  #next(match: Match) {
    const { tally, matches } = this.#field
    if (match.state.phase === 'voided') this.#wrong(wrongs.voided, JSON.stringify(match.state.result))
    match.followers -= 1
    if (match.followers === 0) {
      matches.delete(match.matchId)
      tally.ended += 1
    }
    this.#match = null
    this.#link.send(ask.unfollow, 'match.unfollow', { matchId: match.matchId })
    this.#find()
  }
}
