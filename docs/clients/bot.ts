// A bot that plays one trial match, written from docs/clients.md alone: node docs/clients/bot.ts http://localhost:8080
import { createHash, randomBytes } from 'node:crypto'
import { io } from 'socket.io-client'

type Envelope<T> = { code: number; msg: string; data: T }
type Result = { reason: string; payouts: { seat: number; amount: string }[] }
type Event = { type: string; turn: number; seat: number; tile: number } & Result
/** Of `BoardBegun`: a board's leaves, and the tiles that the house opens at once. */
type Begun = { leaves: string[]; openers?: { tile: number }[] }
/** What the bot needs of a match: where it stands, whose turn it is, which tiles are closed. */
type State = {
  seq: number
  phase: string
  turn: { turn: number; seat: number } | null
  board: { tiles: unknown[] } | null
  result: Result | null
}
type Follow = {
  catchUp: { kind: 'events'; from: number; events: Event[] } | { kind: 'snapshot'; state: State }
  hash: string
  seat: number | null
  channel: number
}

const [url = 'http://localhost:8080'] = process.argv.slice(2)
const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const bytes = (text: string) => Buffer.from(text, 'hex')

/** H(tag ‖ matchId ‖ ref ‖ seed), fairness.md step 2. */
const commitTo = (matchId: string, ref: string, seed: string) =>
  createHash('sha256')
    .update('mf1/player\0')
    .update(bytes(matchId))
    .update(bytes(ref))
    .update(bytes(seed))
    .digest('hex')

/** RFC 8785 for what events hold: keys sorted, no spaces. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(',')}}`
}

/** cyrb53 over the previous hash and the event, messages.md#rolling-hash. */
const roll = (previous: string, event: Event): string => {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  const text = previous + canonical(event)
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 2654435761)
    b = Math.imul(b ^ text.charCodeAt(i), 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (b & 2097151) + (a >>> 0)).toString(16).padStart(14, '0')
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const number = (text: string) => [...text].reduce((sum, digit) => sum * 64 + digits.indexOf(digit), 0)

/** A packed move, protocol.md#moves. */
const unpack = (text: string): { channel: number; seq: number; events: object[] } => {
  let at = 0
  const read = (width: number) => {
    at += width
    return number(text.slice(at - width, at))
  }
  const [channel, seq, time, turn] = [read(4), read(2), read(7), read(2)]
  const [seat, board, tile, clue] = [read(1), read(1), read(2), read(1)]
  const [by, place, next, clock] = [read(1), read(1), read(1), read(1)]
  let salt = ''
  while (at < text.length) {
    const width = Math.min(3, 32 - salt.length)
    salt += read(2).toString(16).padStart(width, '0')
  }
  const opened = { type: 'TileOpened', v: 1, at: time, turn, seat, board, tile, mine: place > 0 }
  const out = { type: 'SeatOut', v: 1, at: time, seat, reason: 'mine', place }
  const turned = { type: 'TurnStarted', v: 1, at: time, turn: turn + 1, seat: next }
  const events = [
    { ...opened, clue: clue === 9 ? 255 : clue, salt, by: by === 0 ? 'hand' : 'clock' },
    ...(place > 0 ? [out] : []),
    { ...turned, deadline: time + clock * 1000 },
  ]
  return { channel, seq, events }
}

const socket = io(url, {
  transports: ['websocket'],
  reconnection: false,
  auth: { protocol: 5, deviceId: hex(16), tab: hex(8) },
})
const ask = <T>(name: string, payload: object) =>
  new Promise<Envelope<T>>((answered) => socket.emit(name, payload, answered))
const quit = (reason: string): never => {
  console.error(reason)
  process.exit(1)
}

const [ref, seed] = [hex(16), hex(32)]
let matchId = ''
let mySeat: number | null = null
let channel = -1
let known: { seq: number; hash: string; state: State } | null = null
let revealed = false
let played = -1

const fold = (state: State, event: Event) => {
  if (event.type === 'Locked') state.phase = 'locking'
  if (event.type === 'BoardBegun') {
    const { leaves, openers = [] } = event as Event & Begun
    state.board = { tiles: leaves.map((_, tile) => openers.find((opener) => opener.tile === tile) ?? null) }
  }
  if (event.type === 'TurnStarted') state.turn = event
  if (event.type === 'TileOpened' && state.board) state.board.tiles[event.tile] = event
  if (event.type === 'Settled' || event.type === 'Voided') state.result = event
}

const act = async () => {
  if (!known) return
  const { phase, turn, board, result } = known.state
  if (result) {
    await ask('match.unfollow', { matchId })
    console.log(JSON.stringify({ seat: mySeat, reason: result.reason, payouts: result.payouts }))
    process.exit(0)
  }
  if (phase === 'locking' && !revealed) {
    revealed = true
    await ask('match.reveal', { commandId: hex(16), matchId, seed })
  }
  if (!turn || !board || turn.seat !== mySeat || turn.turn === played) return
  played = turn.turn
  const tile = board.tiles.indexOf(null)
  const { code, msg } = await ask('match.open', { commandId: hex(16), matchId, turn: played, tile })
  if (code !== 200 && code !== 1309) quit(`open: ${code} ${msg}`)
}

/** Folds what is new. A hole in the numbers means that something was missed. */
const take = (first: number, events: object[]) => {
  if (!known || first > known.seq + 1) return follow()
  for (const event of (events as Event[]).slice(known.seq + 1 - first)) {
    known.seq += 1
    known.hash = roll(known.hash, event)
    fold(known.state, event)
  }
  void act()
}

const replace = (state: State, hash: string) => {
  known = { seq: state.seq, hash, state }
  void act()
}

/** Follows, or catches up. The answer is read in the callback: events may be right behind it. */
const follow = () => {
  const request = { matchId, seq: known?.seq ?? null, unacknowledged: [] }
  socket.emit('match.follow', request, ({ code, msg, data }: Envelope<Follow>) => {
    if (code !== 200) quit(`follow: ${code} ${msg}`)
    mySeat = data.seat
    channel = data.channel
    if (data.catchUp.kind === 'events') take(data.catchUp.from + 1, data.catchUp.events)
    else replace(data.catchUp.state, data.hash)
  })
}

socket.on('match.events', (batch) => batch.matchId === matchId && take(batch.seq, batch.events))
socket.on('match.snapshot', ({ state, hash }) => replace(state, hash))
socket.on('m', (packed) => {
  const move = unpack(packed)
  if (move.channel === channel) take(move.seq, move.events)
})
socket.on('close', ({ code, msg }) => quit(`closed: ${code} ${msg}`))
socket.on('connect_error', (error) => quit(error.message))

/** The answer to the heartbeat says how the match stands. */
setInterval(async () => {
  const seen = known ? { seen: { matchId, seq: known.seq } } : {}
  const { data } = await ask<{ match?: { seq: number; hash: string } }>('clock.ping', {
    sentAt: Date.now(),
    ...seen,
  })
  if (!data.match || !known) return
  if (data.match.seq > known.seq) follow()
  else if (data.match.seq === known.seq && data.match.hash !== known.hash) quit('the rolling hash differs')
}, 2500)

socket.on('welcome', async () => {
  const found = await ask<{ matchId: string }>('lobby.find', {
    gameId: 'mines-trial',
    stake: '100',
    asset: 'trial',
  })
  if (found.code !== 200) quit(`find: ${found.code} ${found.msg}`)
  matchId = found.data.matchId
  const commit = commitTo(matchId, ref, seed)
  const sat = await ask('match.sit', { commandId: hex(16), matchId, ref, commit })
  if (sat.code !== 200) quit(`sit: ${sat.code} ${sat.msg}`)
  follow()
})
