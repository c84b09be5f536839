import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { openDatabase } from '@minefall/platform'
import { testServer } from '@minefall/platform/testing'
import { deskCalls } from '@minefall/shared/contracts/desk'
import { openBus, silentLogger } from '@minefall/shared/node'
import { startNats } from '@minefall/shared/testing-nats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDesk } from '../harness/desk.ts'
import { type Server, startServer } from '../harness/server.ts'
import { programs, testedFlags } from '../load/repository.ts'

type Ended = { code: number | null; out: string; err: string }

let server: Server
beforeAll(async () => {
  // However busy the machine is, no one gives up on an answer.
  server = await startServer({ REST_TIMEOUT_MS: '120000' })
})
afterAll(() => server.remove())

const cheap = { PASSWORD_MEMORY_KIB: '8', PASSWORD_PASSES: '1' }

/** What `npm run staff` runs, to its end. */
const staff = async (args: readonly string[], { input = '', env = {} } = {}): Promise<Ended> => {
  const child = spawn(process.execPath, [...testedFlags, programs.staff, ...args], {
    env: { ...process.env, ...cheap, DATA_DIR: server.dataDir, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(input)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, out, err }
}

const shown = (out: string, what: string): string =>
  new RegExp(`^${what}: (.+)$`, 'm').exec(out)?.[1] ?? expect.fail(`${what} is not in ${out}`)

const ann = ['--email', 'Ann@House.example', '--name', 'Ann Berg', '--role', 'admin'] as const

describe('npm run staff', () => {
  test('says what is wrong in a sentence', async () => {
    const ended = await Promise.all([staff(['fire']), staff(['add', ...ann])])
    const said = [/^Usage:/, /^The data folder .+ is in use by process \d+; stop that one or .+\n$/]
    expect(ended).toEqual(said.map((about) => ({ code: 1, out: '', err: expect.stringMatching(about) })))
  })

  test('adds someone who signs in through the BFF with what was printed, and shows it once', async () => {
    await server.stop()
    const added = await staff(['add', ...ann])
    expect(added).toMatchObject({ code: 0, err: '' })
    const password = shown(added.out, 'Password')
    const secret = shown(added.out, 'Second factor')
    expect(shown(added.out, 'Address of the second factor')).toContain(`secret=${secret}&`)
    await server.start()

    const known = { id: '', email: 'ann@house.example', name: 'Ann Berg', role: 'admin' as const }
    const desk = await openDesk(server.url, { ...known, password, secret })
    expect(await desk.call(deskCalls.me, {})).toMatchObject({
      code: 200,
      data: { ...known, id: expect.any(String) },
    })
    const { data } = await desk.call(deskCalls.audit, { query: {} })
    expect(data).toMatchObject({
      items: [
        { action: 'sign-in', address: '127.0.0.1' },
        { action: 'staff.add', address: 'command line' },
      ],
    })
    expect(server.output()).not.toContain(password)
  })

  test('takes a password entered by hand, beside a running program on PostgreSQL', async () => {
    const env = { DATABASE_URL: await testServer().fresh() }
    const db = await openDatabase({ url: env.DATABASE_URL, log: silentLogger() })
    const added = await staff(['add', ...ann, '--password-stdin'], { env, input: 'copper kettle 4\n' })
    expect(added).toMatchObject({ code: 0, err: '' })
    const { rows } = await db.query('select email, role from staff')
    expect(rows).toEqual([{ email: 'ann@house.example', role: 'admin' }])
    await db.close()
  })

  describe('that disables someone', () => {
    const playerId = randomUUID()
    /** A database where Ann has this player's conversation. */
    const withConversation = async () => {
      const env = { DATABASE_URL: await testServer().fresh() }
      const db = await openDatabase({ url: env.DATABASE_URL, log: silentLogger() })
      await staff(['add', ...ann], { env })
      await db.query("insert into player (id, kind, name, avatar) values ($1, 'player', 'Mai', 'owl')", [
        playerId,
      ])
      await db.query(
        `insert into conversation (player_id, status, assigned_to, locale, last_seq, updated_at)
         select $1, 'open', id, 'en-US', 1, now() from staff`,
        [playerId],
      )
      const assigned = async () => (await db.query('select assigned_to from conversation')).rows
      return { env, db, assigned }
    }
    const disable = ['disable', ...ann.slice(0, 2)]

    test('says to open desks that their conversations are no one’s', async () => {
      const nats = await startNats({ token: 'the token' })
      const { env, db, assigned } = await withConversation()
      const bus = await openBus({ NATS_URL: nats.url, name: 'bff', log: silentLogger() })
      const heard: unknown[] = []
      bus.subscribe('desk.changed', null, (news) => heard.push(news))
      // It goes the same way as the subscription: after its answer NATS has both.
      await bus.request('desk.counts', {})
      expect(await staff(disable, { env: { ...env, NATS_URL: nats.url } })).toMatchObject({
        code: 0,
        err: '',
      })
      await expect.poll(() => heard).toEqual([{ what: 'conversation', playerId }])
      expect(await assigned()).toEqual([{ assigned_to: null }])
      await bus.close()
      await nats.remove()
      await db.close()
    })

    test('does so without NATS too, and says that desks are not told', async () => {
      const { env, db, assigned } = await withConversation()
      const ended = await staff(disable, { env: { ...env, NATS_URL: 'nats://127.0.0.1:9' } })
      expect(ended).toMatchObject({ code: 0, err: expect.stringMatching(/^NATS can’t be reached: /) })
      expect(ended.out).toMatch(/^Ann Berg .+ is signed out/)
      expect(await assigned()).toEqual([{ assigned_to: null }])
      await db.close()
    })
  })
})
