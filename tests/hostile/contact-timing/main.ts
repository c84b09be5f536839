import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seededHex, seededRandom } from '@minefall/shared/testing'
import { manyFromOneAddress, post, register, signInByCode } from '../../harness/accounts.ts'
import { startChild } from '../../load/child.ts'
import { programs } from '../../load/repository.ts'
import { compare } from './compare.ts'

/**
 * Whether a stranger can tell by the time of an answer that a contact has an account: tries at contacts with one and
 * without one, in turn, from many addresses, at a server as it is shipped but for the rates of one address.
 */
const { values } = parseArgs({ options: { tries: { type: 'string', default: '2000' } } })
const tries = Number(values.tries)
if (!Number.isInteger(tries) || tries < 100) throw new Error('--tries must be a whole number from 100 up.')

/** Strangers may try at one contact twenty times an hour. */
const triesEach = 15
const contacts = Math.ceil(tries / triesEach)
const known = (number: number) => `known-${number}@home.example`
const unknown = (number: number) => `other-${number}@home.example`
const phone = (number: number) => `+447911${String(number).padStart(6, '0')}`
const knownPhone = (number: number) => phone(2 * number)
const unknownPhone = (number: number) => phone(2 * number + 1)
let devices = 0
const newDevice = () => seededHex(seededRandom(20_000 + devices++), 16)
/** An address may try at thirty passwords an hour; each pair of tries makes two. */
const from = (nth: number) => {
  const address = Math.floor(nth / 15)
  return `127.${1 + (address >> 16)}.${(address >> 8) & 255}.${address & 255}`
}

const dataDir = await mkdtemp(join(tmpdir(), 'minefall-timing-'))
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
const server = await startChild(programs.server, {
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  ...manyFromOneAddress,
  // Registering uses up the dial code's hour: from then on only numbers with accounts get their codes.
  SMS_PER_DIAL_CODE: String(contacts),
  SMS_PER_DAY: '10000000',
})
for (let number = 0; number < contacts; number++) {
  await register(server.url, { contact: known(number), deviceId: newDevice(), password: 'giant hazel 7' })
  await signInByCode(server.url, { contact: knownPhone(number), deviceId: newDevice() })
}

const calls = {
  'a wrong password': (contact: string, nth: number) =>
    post(
      server.url,
      'index/login',
      { username: contact, type: 3, password: 'a guess', device_id: newDevice() },
      { from: from(nth) },
    ),
  'a wrong code': (contact: string, nth: number) =>
    post(
      server.url,
      'index/login',
      { username: contact, type: 4, code: '000000', device_id: newDevice() },
      { from: from(nth) },
    ),
  'asking for a code': (contact: string, nth: number) =>
    post(
      server.url,
      'index/sendcode',
      { contactType: 'email', contact },
      { from: from(nth), headers: { 'x-device-id': newDevice() } },
    ),
  'asking for a code by SMS while these are scarce': (contact: string, nth: number) =>
    post(
      server.url,
      'index/sendcode',
      { contactType: 'phone', contact },
      { from: from(nth), headers: { 'x-device-id': newDevice() } },
    ),
}

/** A contact with an account and one without, of the kind that a call takes. */
const pairOf = (name: string, number: number) =>
  name.includes('SMS')
    ? ([
        { kind: 'known', contact: knownPhone(number) },
        { kind: 'unknown', contact: unknownPhone(number) },
      ] as const)
    : ([
        { kind: 'known', contact: known(number) },
        { kind: 'unknown', contact: unknown(number) },
      ] as const)

/** How long one call takes, in milliseconds. */
const timeOf = async (run: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await run()
  return performance.now() - began
}

for (const [name, call] of Object.entries(calls)) {
  const times = { known: [] as number[], unknown: [] as number[] }
  const answers = new Set<string>()
  for (let nth = 0; nth < tries; nth++) {
    const number = nth % contacts
    const pair = pairOf(name, number)
    // Each goes first in half of the pairs.
    for (const { kind, contact } of nth % 2 === 0 ? pair : pair.toReversed())
      times[kind].push(await timeOf(async () => answers.add(JSON.stringify(await call(contact, nth)))))
  }
  const { medians, likelihood, error } = compare(times.known, times.unknown)
  console.log(
    `${name}: ${tries} tries each, median ${medians[0].toFixed(2)} ms with an account and ${medians[1].toFixed(2)} ms without; ` +
      `one with takes longer than one without in ${(100 * likelihood).toFixed(1)} % of pairs (50 ± ${(200 * error).toFixed(1)} by chance); ` +
      `answers: ${[...answers].join(' ')}`,
  )
}
await server.stop()
