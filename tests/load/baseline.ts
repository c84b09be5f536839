import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { answered } from './deliveries.ts'
import type { Gate, Thinking } from './field.ts'
import type { Dial, Link, Listener } from './link.ts'
import { noteWrong, type Tally, wrongs } from './tally.ts'

/** What the players of a baseline share. */
export type BaselineField = { dial: Dial; thinking: Thinking; gate: Gate; tally: Tally }

export const seats = 5
const tiles = 256

/** `2["opened",` and the beginning of its payload; the match's name has always the same length. */
const opened = Buffer.from('2["opened",{"match":"')
const nameLength = 6
const seqAt = opened.length + nameLength + '","seq":'.length

/** The sequence number of a told click, 0 for any other packet. */
export const clickSeqOf = (packet: Buffer): number => {
  if (!packet.subarray(0, opened.length).equals(opened)) return 0
  let seq = 0
  for (let at = seqAt; ; at += 1) {
    const digit = (packet[at] ?? 0) - 0x30
    if (digit < 0 || digit > 9) return seq
    seq = 10 * seq + digit
  }
}

/** One click of a match, by its number. */
type Click = { seq: number; sentAt: number; heardBy: number; isAcknowledged: boolean }
const clicksKept = 8

/** The clicks of one match: the five click in turn, and whose turn it is clicks when told of the click before. */
class Clicks {
  readonly #field: BaselineField
  readonly #name: string
  /** The click under way and those before it, which some may have yet to hear of. */
  readonly #latest: Click[] = []

  constructor(field: BaselineField, name: string) {
    this.#field = field
    this.#name = name
  }

  isWaiting(): boolean {
    return this.#latest.some(({ heardBy, isAcknowledged }) => heardBy < seats || !isAcknowledged)
  }

  /** Sends the click `seq` after a thought. */
  turn(seq: number, send: (tile: number) => void): void {
    const { thinking, gate } = this.#field
    thinking.before(() =>
      gate.pass(() => {
        this.#latest[seq % clicksKept] = {
          seq,
          sentAt: performance.now(),
          heardBy: 0,
          isAcknowledged: false,
        }
        send(Math.floor(Math.random() * tiles))
      }),
    )
  }

  #click(seq: number, what: string): Click | null {
    const click = this.#latest[seq % clicksKept]
    if (click?.seq === seq) return click
    noteWrong(this.#field.tally, wrongs.gap, `${this.#name} ${what} ${seq}`)
    return null
  }

  /** One of the five heard of it. */
  heard(seq: number, bytes: number): void {
    const { tally } = this.#field
    const click = this.#click(seq, 'heard')
    if (!click) return
    click.heardBy += 1
    if (!tally.measuring) return
    tally.deliveries += 1
    tally.deliveredBytes += bytes
    if (click.heardBy === seats) tally.toAll.add(performance.now() - click.sentAt)
  }

  acknowledged(seq: number): void {
    const { tally } = this.#field
    const click = this.#click(seq, 'acknowledged')
    if (!click) return
    click.isAcknowledged = true
    if (!tally.measuring) return
    tally.clicks += 1
    tally.toAck.add(performance.now() - click.sentAt)
  }
}

/** A player of a baseline. */
export type BaselinePlayer = { isWaiting(): boolean; leave(): void }

/** Sits in a match without an end. There is no acknowledgement: who clicked knows by hearing of it. */
const sitBare = (
  field: BaselineField,
  clicks: Clicks,
  { name, seat, joined }: { name: string; seat: number; joined: () => void },
): BaselinePlayer & { turn(seq: number): void } => {
  const turn = (seq: number) => clicks.turn(seq, (tile) => link.send(0, 'open', { seat, tile }))
  const link: Link = field.dial(
    { match: name },
    {
      packet(packet, bytes) {
        const seq = clickSeqOf(packet)
        if (seq === 0) {
          if (packet[0] === 0x30) joined()
          return
        }
        clicks.heard(seq, bytes)
        if (seat === seq % seats) clicks.acknowledged(seq)
        if (seat === (seq + 1) % seats) turn(seq + 1)
      },
      lost: (why) => noteWrong(field.tally, wrongs.disconnected, why),
    },
  )
  return { turn, isWaiting: () => clicks.isWaiting(), leave: () => link.leave() }
}

/** The five of a match of the bare baseline, which begin when all are there. */
export const playBare = (field: BaselineField, number: number, entered: () => void): BaselinePlayer[] => {
  const name = String(number).padStart(nameLength, '0')
  const clicks = new Clicks(field, name)
  let there = 0
  const joined = () => {
    there += 1
    entered()
    if (there === seats) players[1]?.turn(1)
  }
  const players = Array.from({ length: seats }, (_, seat) => sitBare(field, clicks, { name, seat, joined }))
  return players
}

/** The matches of the like baseline, by name. */
export type LikeMatches = Map<string, Clicks>

/** The number of a message tells what it was; from `click` on it is a click, its number in its match added. */
const ask = { find: 0, sit: 1, follow: 2, reveal: 3, leave: 4, click: 10 }
const answerSchema = z.tuple([z.object({ match: z.string(), seat: z.int().optional() })])
const endedSchema = z.tuple([z.literal('ended'), z.object({ seq: z.int() })])
const hex = (bytes: number) => randomBytes(bytes).toString('hex')

/** Plays match after match of the like baseline. */
export class LikePlayer implements Listener, BaselinePlayer {
  readonly #field: BaselineField
  readonly #matches: LikeMatches
  readonly #link: Link
  /** Called once, when the first match is followed. */
  #entered: (() => void) | null
  #match = ''
  #clicks: Clicks | null = null
  #seat = -1

  constructor(field: BaselineField, matches: LikeMatches, entered: () => void) {
    this.#field = field
    this.#matches = matches
    this.#entered = entered
    this.#link = field.dial({}, this)
  }

  isWaiting(): boolean {
    return this.#clicks?.isWaiting() ?? false
  }

  isPlaying(): boolean {
    return this.#clicks !== null
  }

  leave(): void {
    this.#link.leave()
  }

  lost(why: string): void {
    noteWrong(this.#field.tally, wrongs.disconnected, why)
  }

  packet(packet: Buffer, bytes: number): void {
    const seq = clickSeqOf(packet)
    if (seq > 0) {
      this.#clicks?.heard(seq, bytes)
      if (this.#seat === (seq + 1) % seats) this.#turn(seq + 1)
    } else if (packet[0] === 0x33) this.#answered(packet)
    else if (packet[0] === 0x32) this.#told(packet, bytes)
  }

  #turn(seq: number) {
    const [seat, click] = [this.#seat, ask.click + seq]
    this.#clicks?.turn(seq, (tile) => this.#link.send(click, 'open', { seat, tile }))
  }

  #answered(packet: Buffer) {
    const asked = answered(packet)
    if (asked >= ask.click) return this.#clicks?.acknowledged(asked - ask.click)
    const [{ match, seat }] = answerSchema.parse(JSON.parse(packet.toString('utf8', packet.indexOf(0x5b))))
    if (asked === ask.find) this.#link.send(ask.sit, 'sit', { match, ref: hex(16), commit: hex(32) })
    else if (asked === ask.sit) {
      // Others were quicker.
      if (seat === undefined || seat < 0) return this.#find()
      this.#match = match
      this.#seat = seat
      this.#link.send(ask.follow, 'follow', { match })
    } else if (asked === ask.follow) {
      this.#entered?.()
      this.#entered = null
    }
  }

  #find() {
    this.#link.send(ask.find, 'find', { game: 'load', stake: '100' })
  }

  #told(packet: Buffer, bytes: number) {
    const name = packet.toString('latin1', 3, packet.indexOf('"', 3))
    if (name === 'welcome') this.#find()
    else if (name === 'locked') this.#link.send(ask.reveal, 'reveal', { seed: hex(32) })
    else if (name === 'started') {
      const clicks = this.#matches.get(this.#match) ?? new Clicks(this.#field, this.#match)
      this.#matches.set(this.#match, clicks)
      this.#clicks = clicks
      if (this.#seat === 1) this.#turn(1)
    } else if (name === 'ended') {
      const [, { seq }] = endedSchema.parse(JSON.parse(packet.toString('utf8', 1)))
      this.#clicks?.heard(seq, bytes)
      if (this.#matches.delete(this.#match)) this.#field.tally.ended += 1
      this.#clicks = null
      this.#link.send(ask.leave, 'leave', { match: this.#match })
      this.#find()
    }
  }
}
