/**
 * The least that could carry a match of five: socket.io, a room a match, each click told to the five as a small event.
 * Nothing is checked, kept or acknowledged.
 */
import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { z } from 'zod'

const http = createServer()
const io = new Server(http, { transports: ['websocket'], serveClient: false, perMessageDeflate: false })

const joining = z.object({ match: z.string() })
const seqs = new Map<string, number>()

io.on('connection', (socket) => {
  const { match } = joining.parse(socket.handshake.auth)
  void socket.join(match)
  socket.on('open', ({ seat, tile }) => {
    const seq = (seqs.get(match) ?? 0) + 1
    seqs.set(match, seq)
    io.to(match).emit('opened', { match, seq, seat, tile, mine: false, at: Date.now() })
  })
})

http.listen(0, '127.0.0.1', () => {
  const address = http.address()
  if (address && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})

process.once('SIGTERM', () => process.exit(0))
