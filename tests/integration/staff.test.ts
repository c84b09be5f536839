import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { openDatabase } from '@minefall/platform'
import { testServer } from '@minefall/platform/testing'
import { deskCalls } from '@minefall/shared/contracts/desk'
import { silentLogger } from '@minefall/shared/node'
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
    const mistakes = [
      [[], /^Usage:/],
      [['fire'], /^Usage:/],
      [['add', '--force'], /^Unknown option '--force'\.\nUsage:/],
      [['add', '--email', 'ann'], /^--email must be an email address, and ann is none\.\n$/],
      [['add', ...ann.slice(0, 2), '--role', 'admin'], /^--name must have 1 to 60 characters\.\n$/],
      [
        ['add', ...ann.slice(0, 4), '--role', 'boss'],
        /^--role must be admin, finance or support, and not boss\.\n$/,
      ],
      [
        ['add', ...ann, '--password-stdin'],
        /^The password .+ must have 12 to 256 characters, and has 5\.\n$/,
      ],
      [['add', ...ann], /^The data folder .+ is in use by process \d+; stop that one or .+\n$/],
    ] as const
    const ended = await Promise.all(mistakes.map(([args]) => staff(args, { input: 'short\n' })))
    for (const [nth, [, said]] of mistakes.entries())
      expect(ended[nth]).toEqual({ code: 1, out: '', err: expect.stringMatching(said) })
  })

  test('adds who signs in through the BFF with what was printed, and shows it once', async () => {
    await server.stop()
    const added = await staff(['add', ...ann])
    expect(added).toMatchObject({ code: 0, err: '' })
    const password = shown(added.out, 'Password')
    const secret = shown(added.out, 'Second factor')
    expect(shown(added.out, 'Address of the second factor')).toContain(`secret=${secret}&`)
    expect(await staff(['add', ...ann])).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^Someone on the staff has the address ann@house\.example already; .+\n$/),
    })
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

  test('takes a password entered by hand, and disables at once, beside a running program on PostgreSQL', async () => {
    const env = { DATABASE_URL: await testServer().fresh() }
    await (await openDatabase({ url: env.DATABASE_URL, log: silentLogger() })).close()
    const given = { env, input: 'copper kettle 4\n' }
    const added = await staff(['add', ...ann, '--password-stdin'], given)
    expect(added).toMatchObject({ code: 0, err: '' })
    expect(added.out).not.toContain('Password')
    expect(added.out).not.toContain('copper')
    expect(await staff(['disable', ...ann.slice(0, 2)], given)).toMatchObject({ code: 0 })
    expect(await staff(['reset', '--email', 'ben@house.example'], given)).toEqual({
      code: 1,
      out: '',
      err: 'No one on the staff has the address ben@house.example.\n',
    })
    const { out } = await staff(['list'], given)
    expect(out).toMatch(/^admin .+, disabled .+\n$/)
  })
})
