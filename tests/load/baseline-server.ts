/**
 * The least that could carry matches of five: socket.io, a room a match, each click told to the five as a small event.
 * Nothing is checked or kept. Told to be `bare`, a room is a match without an end and clicks are not acknowledged; told to
 * be `like`, matches gather, start, end and follow each other as ours do, with messages as many and about as large.
 */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import { z } from 'zod'

const seats = 5
const board = { tiles: 256, mines: 4 }

const http = createServer()
const io = new Server(http, { transports: ['websocket'], serveClient: false, perMessageDeflate: false })

const joining = z.object({ match: z.string() })
const seqs = new Map<string, number>()

const carryBare = (socket: Socket) => {
  const { match } = joining.parse(socket.handshake.auth)
  void socket.join(match)
  socket.on('open', ({ seat, tile }) => {
    const seq = (seqs.get(match) ?? 0) + 1
    seqs.set(match, seq)
    io.to(match).emit('opened', { match, seq, seat, tile, mine: false, at: Date.now() })
  })
}

/** Counts of what came from the five so far. */
type Table = { match: string; sat: number; followed: number; revealed: number; clicks: number; last: number }

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

/** The click that opens the last mine, as in a random order of the tiles. */
const drawLast = (): number => {
  const mines = new Set<number>()
  while (mines.size < board.mines) mines.add(1 + Math.floor(Math.random() * board.tiles))
  return Math.max(...mines)
}

let tables = 0
const openTable = (): Table => {
  tables += 1
  const match = String(tables).padStart(6, '0')
  return { match, sat: 0, followed: 0, revealed: 0, clicks: 0, last: drawLast() }
}
let gathering = openTable()

type Answer = (answer: object) => void

const carryLike = (socket: Socket) => {
  let seat = -1
  let table = gathering
  const tell = (name: string, news: object) => io.to(table.match).emit(name, { match: table.match, ...news })
  socket.emit('welcome', { player: hex(16), at: Date.now(), balance: '1000' })
  socket.on('find', (_payload, answer: Answer) =>
    answer({ match: gathering.match, seats, taken: gathering.sat, commit: hex(32) }),
  )
  socket.on('sit', ({ match, ref, commit }, answer: Answer) => {
    if (match !== gathering.match) return answer({ match, seat: -1 })
    table = gathering
    seat = table.sat
    table.sat += 1
    if (table.sat === seats) gathering = openTable()
    tell('seated', { seat, ref, commit, name: 'Guest', avatar: 'penguin', at: Date.now() })
    answer({ match, seat })
  })
  socket.on('follow', (_payload, answer: Answer) => {
    void socket.join(table.match)
    table.followed += 1
    answer({ match: table.match, seat, taken: table.sat, state: hex(300) })
    tell('presence', { seats: Array.from({ length: seats }, (_, other) => other < table.followed) })
    if (table.followed === seats) tell('locked', { log: hex(64), at: Date.now() })
  })
  socket.on('reveal', ({ seed }, answer: Answer) => {
    table.revealed += 1
    answer({ match: table.match, seat })
    tell('revealed', { seat, seed, at: Date.now() })
    if (table.revealed < seats) return
    const leaves = Array.from({ length: board.tiles }, () => hex(32))
    tell('started', { order: [0, 1, 2, 3, 4], leaves, at: Date.now() })
  })
  socket.on('open', ({ seat, tile }, answer: Answer) => {
    table.clicks += 1
    const seq = table.clicks
    answer({ match: table.match, seq, seat })
    const opened = { seq, seat, tile, mine: false, at: Date.now() }
    if (seq < table.last) {
      tell('opened', opened)
      return
    }
    tell('ended', { ...opened, seed: hex(32), payouts: Array.from({ length: seats }, () => '100') })
    io.in(table.match).emit('balance', { version: seq, trial: '1000', held: '0' })
  })
  socket.on('leave', (_payload, answer: Answer) => {
    void socket.leave(table.match)
    answer({ match: table.match })
  })
}

io.on('connection', process.env.BASELINE === 'like' ? carryLike : carryBare)

http.listen(0, '127.0.0.1', () => {
  const address = http.address()
  if (address && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})

process.once('SIGTERM', () => process.exit(0))
