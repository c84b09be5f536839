import { randomBytes } from 'node:crypto'
import { bodyCode } from '@minefall/shared/contracts'
import { type Answer, protocolVersion, seatedSchema } from '@minefall/shared/contracts/live'
import { chainLength, chainOf, playerCommit } from '@minefall/shared/fairness'
import { awaitedSeats, type GameEvent, type MatchId, type MatchState } from '@minefall/shared/game'
import { hasEnded } from '../harness/player.ts'
import { type Command, firstCommand, newCommandId, waitingCommands } from './commands.ts'
import { type Connection, connection, heartbeat } from './connection.ts'
import {
  answered,
  hear,
  readAnswer,
  readBeat,
  readClose,
  readPaused,
  readSnapshot,
  succeeded,
} from './deliveries.ts'
import type { Field } from './field.ts'
import {
  agreesWith,
  applyEvents,
  closedTile,
  type Match,
  newMatch,
  takeDelivery,
  takeState,
} from './match.ts'
import { noteWrong, type Wrong, wrongs } from './tally.ts'

/** The number of a message tells what it was: a player has one of each of these under way at most, or does not tell them apart. */
const ask = { find: 0, sit: 1, follow: 2, link: 3, unfollow: 5, ping: 6 }

const trialStake = { stake: '100', asset: 'trial' }
/** Of the load's sealed table. */
const sealedSize = { w: 16, h: 16 }
const hex = (bytes: number) => randomBytes(bytes).toString('hex')

let players = 0

/** A refused command is tried again after this, in milliseconds; it has been counted as wrong, or as asked again. */
const againMs = 250
/** What a player who comes back asks again for. */
const passing: readonly number[] = [bodyCode.unavailable, bodyCode.timeout]

/**
 * One player on one connection at a time, playing match after match. Not the robot of `tests/harness/player.ts`: that one
 * parses every message, which costs more than the server that is measured.
 */
export class Player {
  readonly #field: Field
  readonly #number: number
  readonly #connection: Connection
  /** Called once, when the first match is followed. */
  #entered: (() => void) | null
  #match: Match | null = null
  #matchId: MatchId | null = null
  #seat: number | null = null
  #secret = { ref: '', seed: '' }
  /** At a sealed table: the links of its chain by turn, and the last turn it gave one in. */
  #chain: ReturnType<typeof chainOf> | null = null
  #linked = -1
  /** What its match's moves are reported under at the server it is connected to. */
  #channel = -1
  #revealed = false
  /** The last sequence number heard. */
  #seq = 0
  /** The last turn clicked in. */
  #clicked = -1
  /** Clicks and seeds whose acknowledgement is awaited. */
  readonly #commands = waitingCommands(({ ack, name, payload }) => {
    if (this.#up) this.#connection.send(ack, name, payload)
    return this.#up
  })
  /** Whether it is connected and, if it follows a match, knows of everything in it. */
  #up = false
  #gone = false
  readonly #heartbeat = heartbeat((trips) => {
    const waiting = this.#commands.all().length
    const matchId = this.#match?.matchId
    this.#connection.send(ask.ping, 'clock.ping', {
      ...trips,
      ...(waiting > 0 ? { unacknowledged: waiting } : {}),
      ...(matchId ? { seen: { matchId, seq: this.#seq } } : {}),
    })
  })

  /** `token`: of the account whose player it is; a guest has none. */
  constructor(field: Field, entered: () => void, token?: string) {
    players += 1
    this.#number = players
    this.#field = field
    this.#entered = entered
    this.#connection = connection({
      dial: field.dial,
      auth: { protocol: protocolVersion, deviceId: hex(16), tab: hex(8), token },
      comesBack: field.notes !== null,
      events: {
        packet: (packet, bytes) => this.#packet(packet, bytes),
        up: () => this.#connected(),
        lost: (why) => this.#lost(why),
      },
    })
  }

  /** Whether a click of this player has not been acknowledged yet. */
  isWaiting(): boolean {
    return this.#commands.all().some(({ name }) => name === 'match.open')
  }

  isPlaying(): boolean {
    return this.#match?.state.phase === 'playing'
  }

  /** From now on nothing is heard of it, as if its network were cut. */
  silence(): void {
    this.#stop()
    this.#connection.silence()
  }

  leave(): void {
    this.#stop()
    this.#connection.leave()
  }

  #stop() {
    this.#gone = true
    this.#commands.clear()
    this.#heartbeat.stop()
  }

  #lost(why: string) {
    this.#heartbeat.stop()
    const { notes } = this.#field
    if (!notes) {
      this.#stop()
      return this.#wrong(wrongs.disconnected, why)
    }
    if (this.#up && this.#match) notes.lost(this.#number)
    this.#up = false
  }

  #packet(packet: Buffer, bytes: number) {
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
    else if (kind === 'beat') this.#compare(readBeat(packet))
    else if (kind === 'snapshot') {
      const { state, hash } = readSnapshot(packet)
      this.#wrong(wrongs.shed, 'a snapshot came in place of events')
      if (this.#match) this.#takeState(this.#match, state, hash)
    } else if (kind === 'paused') this.#field.notes?.paused(this.#number, readPaused(packet).paused)
    else if (kind === 'close') {
      const { code, msg } = readClose(packet)
      // Anyone who comes back hears of a server that goes, and of a connection that their own newer one replaces.
      if (!this.#field.notes) this.#wrong(wrongs.closed, `${code}: ${msg}`)
    } else if (kind === 'refused') this.#refused('the connection', packet)
  }

  #connected() {
    this.#heartbeat.start()
    // What was heard of the match until now came another way.
    this.#up = false
    if (this.#match) this.#follow()
    else this.#find()
  }

  #find() {
    this.#connection.send(ask.find, 'lobby.find', {
      gameId: this.#field.gameId,
      ...(this.#field.stake ?? trialStake),
    })
  }

  #hearAnswer(packet: Buffer) {
    const asked = answered(packet)
    const good = succeeded(packet)
    if (asked >= firstCommand) return this.#hearAck(asked, packet, good)
    if (asked === ask.ping && good) {
      this.#heartbeat.answered()
      if (this.#match?.hash != null) this.#compare(readAnswer<'clock.ping'>(packet).data?.match)
      return
    }
    if (asked === ask.find) return this.#hearFound(packet)
    if (asked === ask.sit) return this.#hearSat(packet)
    if (asked === ask.follow) return this.#hearFollowed(packet)
    if (asked === ask.link) return good ? undefined : this.#refused('link', packet)
    if (asked !== ask.unfollow) return this.#wrong(wrongs.answeredTwice, packet.toString('utf8', 0, 200))
    if (!good) this.#refused('unfollow', packet)
  }

  #refused(what: string, packet: Buffer) {
    this.#wrong(wrongs.refused, `${what}: ${packet.toString('utf8', 0, 200)}`)
  }

  /** Whether this says "not now" to someone who asks again. */
  #isPassing(packet: Buffer): boolean {
    if (!this.#field.notes || !passing.includes(readAnswer(packet).code)) return false
    this.#field.tally.retried += 1
    return true
  }

  #later(work: () => void) {
    setTimeout(() => {
      if (!this.#gone) work()
    }, againMs)
  }

  #hearFound(packet: Buffer) {
    const { data } = readAnswer<'lobby.find'>(packet)
    if (this.#isSeated(packet)) return this.#follow()
    if (!succeeded(packet) || !data) {
      if (!this.#isPassing(packet)) this.#refused('find', packet)
      return this.#later(() => this.#find())
    }
    const { matchId, serverChain, seats } = data
    // Who finds the same match again keeps their secrets: a seat whose answer got lost has the first ones.
    if (matchId !== this.#matchId) {
      this.#matchId = matchId
      this.#secret = { ref: hex(16), seed: hex(32) }
      this.#chain = serverChain === undefined ? null : chainOf(hex(32), chainLength(sealedSize, seats))
      this.#linked = -1
    }
    const { ref, seed } = this.#secret
    const commit = playerCommit(matchId, ref, seed)
    const seat = { commandId: newCommandId(), matchId, ref, commit }
    this.#connection.send(ask.sit, 'match.sit', { ...seat, ...(this.#chain && { chain: this.#chain.end }) })
  }

  /** Whether a refusal says that the seat was taken, and only its answer got lost. */
  #isSeated(packet: Buffer): boolean {
    const { code, data } = readAnswer(packet)
    if (!this.#field.notes || code !== bodyCode.seatedElsewhere) return false
    return seatedSchema.safeParse(data).data?.matchId === this.#matchId
  }

  #hearSat(packet: Buffer) {
    const { code } = readAnswer<'match.sit'>(packet)
    if (code === bodyCode.ok || this.#isSeated(packet)) return this.#follow()
    // Others were quicker: that is no fault, and the next table is waiting.
    if (code === bodyCode.tableFull || code === bodyCode.wrongPhase) return this.#find()
    if (!this.#isPassing(packet)) this.#refused('sit', packet)
    this.#later(() => this.#find())
  }

  #follow() {
    const commands = this.#commands.all().map(({ payload }) => payload.commandId)
    const seq = this.#match ? this.#seq : null
    const matchId = this.#match?.matchId ?? this.#matchId
    this.#connection.send(ask.follow, 'match.follow', { matchId, seq, unacknowledged: commands })
  }

  #hearFollowed(packet: Buffer) {
    const { data } = readAnswer<'match.follow'>(packet)
    if (!data) {
      if (!this.#isPassing(packet)) this.#refused('follow', packet)
      return this.#later(() => this.#follow())
    }
    const { seat, hash, channel, catchUp, outcomes } = data
    const match = catchUp.kind === 'snapshot' ? this.#matchOf(catchUp.state, hash) : this.#match
    if (!match) return this.#refused('follow', packet)
    this.#seat = seat
    this.#channel = channel
    if (this.#match !== match) {
      match.followers += 1
      this.#match = match
      this.#revealed = false
      this.#clicked = -1
    }
    for (const { commandId, seq } of outcomes) {
      const command = this.#commands.withId(commandId)
      if (command) this.#settle(command, seq)
    }
    const wasUp = this.#up
    this.#up = true
    if (!wasUp && !this.#entered) this.#field.notes?.back(this.#number)
    if (!wasUp) this.#commands.sendAll()
    if (catchUp.kind === 'snapshot') this.#takeState(match, catchUp.state, hash)
    else this.#takeEvents(match, catchUp.from, catchUp.events, hash)
    this.#entered?.()
    this.#entered = null
  }

  #matchOf(state: MatchState, hash: string): Match {
    const { matches, hashAnother } = this.#field
    const match = matches.get(state.matchId) ?? newMatch(state, hash, hashAnother())
    matches.set(state.matchId, match)
    return match
  }

  #takeEvents(match: Match, from: number, events: readonly GameEvent[], hash: string) {
    applyEvents(match, from + 1, events)
    this.#seq = from + events.length
    if (!agreesWith(match, this.#seq, hash))
      this.#wrong(wrongs.hash, `events to ${this.#seq} hash to ${hash}`)
    this.#act(match)
  }

  /** From now on this player knows the match up to this state. */
  #takeState(match: Match, state: MatchState, hash: string) {
    if (!takeState(match, state, hash)) this.#wrong(wrongs.hash, `a state at ${state.seq} hashes to ${hash}`)
    this.#seq = state.seq
    this.#act(match)
  }

  #hearDelivery(packet: Buffer, bytes: number) {
    const match = this.#match
    // What was still on its way when the match was left, or when another connection took over.
    if (!match || !this.#up) return
    const { tally } = this.#field
    const delivery = takeDelivery(match, this.#channel, packet)
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

  /** How the match stands, by the server. */
  #compare(stand: Answer<'clock.ping'>['match']) {
    const match = this.#match
    if (!stand || !match || match.hash === null || !this.#up) return
    const { matchId, seq, hash } = stand
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
      this.#commands.issue('match.reveal', { matchId: match.matchId, seed: this.#secret.seed })
    }
    if (state.pick) return this.#link(match, state)
    const { turn } = state
    if (!turn || turn.seat !== this.#seat || turn.turn <= this.#clicked) return
    this.#clicked = turn.turn
    const { thinking, gate } = this.#field
    thinking.before(() => gate.pass(() => this.#open(match, turn.turn)))
  }

  /** Gives its link for what another one has picked. */
  #link({ matchId }: Match, state: MatchState) {
    const { pick } = state
    if (!pick || this.#seat === null || pick.turn <= this.#linked) return
    if (!awaitedSeats(state, pick).includes(this.#seat)) return
    this.#linked = pick.turn
    this.#connection.send(ask.link, 'match.link', {
      matchId,
      turn: pick.turn,
      link: this.#chain?.links[pick.turn],
    })
  }

  #open(match: Match, turn: number) {
    if (this.#gone || match.state.turn?.turn !== turn) return
    const tile = closedTile(match.state, Math.random())
    if (tile === null) return
    const { sentAt } = this.#commands.issue('match.open', {
      matchId: match.matchId,
      turn,
      tile,
      ...(match.state.rules.sealed && { link: this.#chain?.links[turn] }),
    })
    match.click.turn = turn
    match.click.sentAt = sentAt
  }

  /** A command is done: it became the event `seq`. */
  #settle(command: Command, seq: number) {
    const { name, payload, sentAt } = command
    this.#commands.settle(command)
    if (name !== 'match.open') return
    const { tally, notes } = this.#field
    const at = performance.now()
    const { matchId, commandId } = payload
    notes?.accepted({ matchId, commandId, seq, sentAt, at })
    if (!tally.measuring) return
    tally.clicks += 1
    tally.toAck.add(at - sentAt)
  }

  #hearAck(ack: number, packet: Buffer, good: boolean) {
    const command = this.#commands.answeredBy(ack)
    if (!command) return this.#wrong(wrongs.answeredTwice, packet.toString('utf8', 0, 200))
    if (good) {
      const seq = this.#field.notes ? (readAnswer<'match.open'>(packet).data?.seq ?? 0) : 0
      return this.#settle(command, seq)
    }
    // Who is not connected by then asks again when they are.
    if (this.#isPassing(packet)) return this.#later(this.#commands.onceMore(command))
    this.#commands.settle(command)
    this.#refused(command.name, packet)
    if (command.name !== 'match.open') return
    this.#clicked -= 1
    this.#later(() => this.#follow())
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
    this.#connection.send(ask.unfollow, 'match.unfollow', { matchId: match.matchId })
    this.#find()
  }
}
