/**
 * The least that strangers could ask: every call and message is answered at once with 200 and nothing, the page with as
 * many bytes as the program's, and nothing is checked, kept or logged. What traffic to it costs the players beside it is
 * not the program's doing.
 */
import { createServer } from 'node:http'
import { frame } from '../frames.ts'

const pageBytes = Number(process.argv[2])
const page = Buffer.alloc(pageBytes, '.')
const nothing = JSON.stringify({ code: 200, msg: '', data: null })
const said = (text: string) => frame(text, { masked: false })

const server = createServer((request, answer) => {
  request.resume().once('end', () => answer.end(request.url === '/' ? page : nothing))
})
server.on('upgrade', (_request, socket) => {
  socket.on('error', () => socket.destroy())
  socket.on('data', (bytes: Buffer) => {
    const text = bytes.toString('latin1')
    if (text.includes('40{')) socket.write(Buffer.concat([said('40{}'), said('42["welcome",{}]')]))
    for (const [, id] of text.matchAll(/42(\d+)\["/g)) socket.write(said(`43${id}[${nothing}]`))
  })
  socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  socket.write(said('0{}'))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
process.once('SIGTERM', () => process.exit())
