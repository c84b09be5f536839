import { randomUUID } from 'node:crypto'
import { testServer } from '@minefall/platform/testing'
import { fund } from '@minefall/platform/testing-fund'
import { everyCall } from '@minefall/shared/calls'
import { bodyCode } from '@minefall/shared/contracts'
import { clientMessages } from '@minefall/shared/contracts/live'
import { playCalls } from '@minefall/shared/contracts/rest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bearer, signInByCode } from '../harness/accounts.ts'
import { type InProcess, startInProcess } from '../harness/in-process.ts'
import { headless } from '../harness/settings.ts'
import { type Attacker, asking, handshake, hex } from './attacker.ts'
import { manyAllowed } from './many-allowed.ts'

/** Stakes as they are written in JSON. What is shaped like an amount is none that a table offers. */
const amounts: Readonly<Record<string, readonly string[]>> = {
  negative: ['"-100"', '"-1"', '"-0"', '-100', '-0', '"−100"'],
  fractional: ['"100.5"', '"100.0"', '"100."', '".1"', '"1/2"', '100.5', '0.1', '"100,5"'],
  huge: [
    '"9223372036854775807"',
    '"9223372036854775808"',
    '"9999999999999999999"',
    '"18446744073709551616"',
    `"${'9'.repeat(400)}"`,
    '9007199254740993',
    '1e400',
    '9'.repeat(400),
  ],
  'in scientific notation': ['"1e2"', '"1E2"', '"1e+2"', '"1e-2"', '1e2', '1E+2', '100e0'],
  'of another type': ['100', '0', 'null', 'true', '[]', '["100"]', '[100]', '{}', '{"value":"100"}', '""'],
  'written otherwise': [
    '"+100"',
    '" 100"',
    '"100 "',
    '"100\\n"',
    '"0100"',
    '"00"',
    '"1_00"',
    '"1,000"',
    '"0x64"',
    '"0b1100100"',
    '"100n"',
    '"１００"',
    '"١٠٠"',
    '"NaN"',
    '"Infinity"',
    '"1\\u000000"',
    '"100; drop table entry"',
  ],
  'that no one offers': ['"0"', '"1"', '"99"', '"101"'],
}

const limitCall = playCalls.setLimit.path

const amountLike = /stake|amount|coins|price|least|gift|(?<!re)sum/i

/** The names of the fields that a schema takes, at any depth. */
const fieldsOf = (schema: z.core.$ZodType): string[] => {
  const names: string[] = []
  JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), (key, value) => {
    if (key === 'properties') names.push(...Object.keys(value))
    return value
  })
  return names
}

/** Every call of players that takes one, in its body or its query. What staff set moves no coins, and the desk's own tests try it. */
const amountCalls = [...everyCall.values()].filter(
  ({ path, body, query }) =>
    !path.startsWith('/api/desk/') &&
    [body, query].some((part) => part && fieldsOf(part).some((name) => amountLike.test(name))),
)

/** Those of a kind that such a call takes for none: a limit may be of nothing, or none. */
const noneOf = (path: string, kind: string): readonly string[] => {
  const written = kind === 'that no one offers' ? ['"0"'] : (amounts[kind] ?? [])
  return path === limitCall ? written.filter((amount) => amount !== '"0"' && amount !== 'null') : written
}

/** What such a call is given besides. */
const besides = (path: string): object => {
  if (path === limitCall) return { kind: 'loss', period: 'day' }
  const what = path.includes('deposit')
    ? { method: 'alipay', currency: 'CNY' }
    : { destinationId: randomUUID() }
  const placing = { total: '1012.00', key: randomUUID() }
  if (path.endsWith('/deposit')) return { ...what, ...placing }
  if (!path.endsWith('/withdraw')) return what
  return { ...what, ...placing, paymentPassword: 'payment hazel', verificationCode: '123456' }
}

const answerSchema = z.object({ code: z.int(), data: z.unknown() })

describe('amounts that are none', () => {
  const server = testServer()
  let world: InProcess
  let player: Attacker
  let guest: Attacker
  let token: string

  beforeAll(async () => {
    world = await startInProcess({
      url: await server.fresh(),
      settings: {
        ...manyAllowed,
        // These answer no pings, and sit there while others call.
        ...headless,
        PRIVATE_PROOF_HOURS: '0',
      },
    })
    const at = { port: Number(new URL(world.address).port) }
    const comeIn = async (auth: object) => {
      const one = await asking(at, auth)
      await one.until(() => one.packets().some((packet) => packet.startsWith('42["welcome"')))
      return one
    }
    const deviceId = hex(16)
    const rich = await signInByCode(world.address, { contact: 'rich@home.example', deviceId })
    token = rich.token
    await fund(world.db, rich.id, 'coin', 1_000_000n)
    player = await comeIn({ ...handshake(deviceId), token })
    guest = await comeIn(handshake())
  })
  afterAll(async () => {
    player?.end()
    guest?.end()
    await world?.close()
  })

  /** Every row of the ledger, and which matches there are. */
  const print = async (): Promise<unknown[]> => {
    const tables = [
      'account',
      'transfer',
      'entry',
      'hold',
      'hold_resolution',
      'player_balance',
      'match',
      'seated',
      'wallet_order',
      'one_time_code',
      'play_limit',
      'safer_play_event',
    ]
    const rows = []
    for (const table of tables)
      rows.push([table, (await world.db.query(`select t::text as row from ${table} t order by 1`)).rows])
    return rows
  }

  const stakeMessages = Object.entries(clientMessages)
    .filter(([, schema]) => 'stake' in schema.shape)
    .map(([name]) => name)

  test('are sent wherever an amount is taken', async () => {
    expect(stakeMessages).toEqual(['lobby.find', 'lobby.host'])
    const named = Object.values(clientMessages).flatMap((schema) => Object.keys(schema.shape))
    expect([...new Set(named.filter((field) => amountLike.test(field)))]).toEqual(['stake'])
    expect(amountCalls.map(({ path }) => path)).toContain(limitCall)
    expect(amountCalls.every(({ method, query }) => method === 'POST' && !query)).toBe(true)
  })

  test.each(stakeMessages.flatMap((name) => Object.keys(amounts).map((kind) => [name, kind] as const)))(
    '%s %s gets 1001 and changes nothing',
    async (name, kind) => {
      const before = await print()
      for (const stake of amounts[kind] ?? [])
        for (const [who, gameId, asset] of [
          [player, 'mines-duel', 'coin'],
          [player, 'mines-royale', 'promo'],
          [guest, 'mines-trial', 'trial'],
        ] as const) {
          const payload = `{"gameId":"${gameId}","stake":${stake},"asset":"${asset}"}`
          const { code, data } = await who.askWritten(name, payload)
          expect([payload, code]).toEqual([payload, bodyCode.badParameters])
          expect(data).not.toMatchObject({ matchId: expect.anything() })
        }
      expect(await print()).toEqual(before)
    },
  )

  test.each(amountCalls.flatMap(({ path }) => Object.keys(amounts).map((kind) => [path, kind] as const)))(
    '%s %s gets 1001 and changes nothing',
    async (path, kind) => {
      const before = await print()
      for (const amount of noneOf(path, kind)) {
        // Nothing but the amount is wrong with it.
        const payload = `${JSON.stringify(besides(path)).slice(0, -1)},"amount":${amount}}`
        const response = await fetch(`${world.address}${path}`, {
          method: 'POST',
          headers: { ...bearer(token), 'content-type': 'application/json' },
          body: payload,
        })
        const { code, data } = answerSchema.parse(await response.json())
        expect([payload, code, data]).toEqual([
          payload,
          bodyCode.badParameters,
          expect.objectContaining({ field: 'amount' }),
        ])
      }
      expect(await print()).toEqual(before)
    },
  )

  test('are distinguished from those that are some', async () => {
    for (const name of stakeMessages) {
      const { code } = await player.ask(name, { gameId: 'mines-duel', stake: '1000', asset: 'coin' })
      expect([name, code]).toEqual([name, bodyCode.ok])
    }
  })
})
