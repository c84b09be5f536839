import type { Gate } from './gate.ts'
import type { Dial, Link, Listener } from './link.ts'
import { noteWrong, type Tally, wrongs } from './tally.ts'

/** What the players of the baseline share. */
export type BaselineField = { dial: Dial; thinkMs: number; gate: Gate; tally: Tally }

export const seats = 5
const tiles = 256

/** `2["opened",` and the beginning of its payload; the match's name has always the same length. */
const opened = Buffer.from('2["opened",{"match":"')
const nameLength = 6
const seqAt = opened.length + nameLength + '","seq":'.length

export const baselineName = (number: number): string => String(number).padStart(nameLength, '0')

/** The sequence number of a told click, 0 for any other packet. */
export const clickTold = (packet: Buffer): number => {
  if (!packet.subarray(0, opened.length).equals(opened)) return 0
  let seq = 0
  for (let at = seqAt; ; at += 1) {
    const digit = (packet[at] ?? 0) - 0x30
    if (digit < 0 || digit > 9) return seq
    seq = 10 * seq + digit
  }
}

/** One click of a match, by its number. */
type Click = { seq: number; sentAt: number; heardBy: number }
const clicksKept = 8

/** A match without an end: the five click in turn, whoever's turn it is clicks when told of the click before. */
export class BaselineMatch {
  readonly #field: BaselineField
  readonly #name: string
  readonly #players: BaselinePlayer[] = []
  /** The click under way and those before it, which some may have yet to hear of. */
  readonly #clicks: Click[] = Array.from({ length: clicksKept }, () => ({ seq: 0, sentAt: 0, heardBy: 0 }))
  #joined = 0

  constructor(field: BaselineField, number: number, entered: () => void) {
    this.#field = field
    this.#name = baselineName(number)
    const joined = () => {
      this.#joined += 1
      entered()
      if (this.#joined === seats) this.turn(1)
    }
    for (let seat = 0; seat < seats; seat += 1)
      this.#players.push(new BaselinePlayer(this, seat, this.#name, field, joined))
  }

  isWaiting(): boolean {
    return this.#clicks.some(({ sentAt, heardBy }) => sentAt > 0 && heardBy < seats)
  }

  leave(): void {
    for (const player of this.#players) player.leave()
  }

  /** The click `seq` is next. */
  turn(seq: number): void {
    const { thinkMs, gate } = this.#field
    const player = this.#players[seq % seats]
    const click = () =>
      gate.pass(() => {
        this.#clicks[seq % clicksKept] = { seq, sentAt: performance.now(), heardBy: 0 }
        player?.click(Math.floor(Math.random() * tiles))
      })
    if (thinkMs === 0) click()
    else setTimeout(click, thinkMs * (0.5 + Math.random()))
  }

  heard(seat: number, seq: number, bytes: number): void {
    const { tally } = this.#field
    const click = this.#clicks[seq % clicksKept]
    if (!click || click.seq !== seq) {
      noteWrong(tally, wrongs.gap, `${this.#name} heard ${seq}`)
      return
    }
    click.heardBy += 1
    if (tally.measuring) {
      tally.deliveries += 1
      tally.deliveredBytes += bytes
      if (click.heardBy === seats) tally.toAll.add(performance.now() - click.sentAt)
      // There is no acknowledgement: who clicked knows by hearing of it.
      if (seat === seq % seats) {
        tally.clicks += 1
        tally.toAck.add(performance.now() - click.sentAt)
      }
    }
    if (seat === (seq + 1) % seats) this.turn(seq + 1)
  }
}

class BaselinePlayer implements Listener {
  readonly #match: BaselineMatch
  readonly #seat: number
  readonly #field: BaselineField
  readonly #link: Link
  readonly #joined: () => void

  constructor(match: BaselineMatch, seat: number, name: string, field: BaselineField, joined: () => void) {
    this.#match = match
    this.#seat = seat
    this.#field = field
    this.#joined = joined
    this.#link = field.dial({ match: name }, this)
  }

  packet(packet: Buffer, bytes: number): void {
    const seq = clickTold(packet)
    if (seq > 0) this.#match.heard(this.#seat, seq, bytes)
    else if (packet[0] === 0x30) this.#joined()
  }

  lost(why: string): void {
    noteWrong(this.#field.tally, wrongs.disconnected, why)
  }

  click(tile: number): void {
    this.#link.send(0, 'open', { seat: this.#seat, tile })
  }

  leave(): void {
    this.#link.leave()
  }
}
