// Run by `ownNetwork` (own-network.ts) inside of a network namespace that is empty: gives it a loopback interface with two
// addresses besides, which stand for another machine's, and carries connections there from a socket in the file system.
// A connection to that socket begins with a line, `<address> <port>`; what follows goes there and back. Ends with its input.
import { execFileSync } from 'node:child_process'
import { connect, createServer } from 'node:net'

const [path, ...addresses] = process.argv.slice(2)
const ip = (...args) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'inherit'] })

ip('link', 'set', 'lo', 'up')
for (const address of addresses)
  if (address.includes(':')) ip('-6', 'address', 'add', `${address}/64`, 'dev', 'lo', 'nodad')
  else ip('address', 'add', `${address}/24`, 'dev', 'lo')

const carry = (from, first) => {
  const end = first.indexOf('\n')
  const [host, port] = first.subarray(0, end).toString().split(' ')
  // A connection to another address of this machine comes from that address.
  const to = connect({ host, port: Number(port) })
  for (const [one, other] of [
    [from, to],
    [to, from],
  ]) {
    one.on('error', () => other.destroy())
    one.on('close', () => other.destroy())
  }
  to.write(first.subarray(end + 1))
  from.pipe(to)
  to.pipe(from)
}

createServer((from) => {
  from.once('error', () => from.destroy())
  from.once('data', (first) => carry(from, first))
}).listen(path, () => console.log('ready'))

process.stdin.resume()
process.stdin.once('end', () => process.exit(0))
