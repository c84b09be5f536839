import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { arena } from './arena.ts'
import { openWire, upgradeRequest, type Wire } from './wire.ts'

/** A client with a file that no socket's buffers hold. */
const clientDir = mkdtempSync(join(tmpdir(), 'minefall-client-'))
mkdirSync(join(clientDir, 'assets'))
writeFileSync(join(clientDir, 'index.html'), '<!doctype html><title>Minefall</title>')
writeFileSync(join(clientDir, 'assets/large-0123.bin'), randomBytes(12 * 1024 * 1024))
afterAll(() => rmSync(clientDir, { recursive: true }))

const unreadMs = 2_000
const requestFor = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
const large = requestFor('/assets/large-0123.bin')
const description = requestFor('/docs/json')

describe('requests sent behind each other', () => {
  const here = arena({ CLIENT_DIR: clientDir, ANSWER_UNREAD_MS: String(unreadMs) })
  const wire = (from: string) => openWire({ port: here().server.port, from, stubborn: true })
  const ended = (reason: string) => here().metric('minefall_connections_ended_total', `{reason="${reason}"}`)

  /** How often the large file is open in the server. */
  const openFiles = () => {
    const folder = `/proc/${here().server.pid()}/fd`
    return readdirSync(folder).filter((name) => {
      try {
        return readlinkSync(join(folder, name)).endsWith('large-0123.bin')
      } catch {
        // Closed since the folder was read.
        return false
      }
    }).length
  }

  /** What a neighbor is answered, by its own connection. */
  const neighbor = (path = '/api/game/list') =>
    new Promise<string>((resolve, reject) =>
      get(
        { port: here().server.port, host: '127.0.0.1', path, localAddress: '127.0.0.9', agent: false },
        (answer) => text(answer).then(resolve, reject),
      ).once('error', reject),
    )

  /** Opens connections that ask and read nothing. */
  const unread = async (count: number, asked: string, from: (n: number) => string): Promise<Wire[]> =>
    Promise.all(
      Array.from({ length: count }, async (_, n) => {
        const one = await wire(from(n))
        one.socket.pause()
        one.send(asked)
        return one
      }),
    )

  test('are not begun before their turn: a hundred for a file, unread and closed, leave none open', async () => {
    for (const count of [1, 10]) {
      const wires = await unread(count, large.repeat(100), () => '127.0.0.2')
      await neighbor()
      expect(openFiles()).toBeLessThanOrEqual(count)
      for (const one of wires) one.end()
      await expect.poll(openFiles).toBe(0)
    }
    expect(await ended('pipelined')).toBe(11)
  })

  test('are answered one after another, in order, where they are few', async () => {
    const one = await wire('127.0.0.2')
    one.send(['/healthz', '/api/game/list', '/config.json'].map(requestFor).join(''))
    const marks = ['"up":true', '"gameId"', '"defaultInvitationCode"']
    const answers = () => one.text().split(/(?=HTTP\/1\.1 \d)/)
    await one.until(() => one.text().includes(marks[2] ?? ''))
    expect(answers()).toEqual(marks.map((mark) => expect.stringContaining(mark)))
    one.end()
  })

  test('wait also as an upgrade, whose frames would else run into the answer before', async () => {
    const one = await wire('127.0.0.2')
    one.send(requestFor('/api/game/list') + upgradeRequest())
    await one.until(() => one.text().includes('HTTP/1.1 101'))
    expect(one.text().indexOf('"gameId"')).toBeLessThan(one.text().indexOf('HTTP/1.1 101'))
    expect(one.text().indexOf('"gameId"')).toBeGreaterThan(0)
    one.end()
  })

  test('that are none end the connection, and are not taken for the answer to the one before', async () => {
    const one = await wire('127.0.0.2')
    one.send(`${large}nonsense\r\n\r\n`)
    await one.over
    expect(one.text()).not.toContain('HTTP/1.1 400')
  })

  test('and read by no one end their connection, and the file behind their answer is closed', async () => {
    const before = await ended('unread')
    const wires = await unread(3, large, () => '127.0.0.2')
    await expect.poll(() => ended('unread')).toBe(before + 3)
    await expect.poll(openFiles).toBe(0)
    for (const one of wires) one.end()
  })

  test('for the platform’s largest answer, unread, keep no neighbor from it', async () => {
    const wires = await unread(6, description.repeat(100), (n) => `127.0.1.${n + 1}`)
    expect(await neighbor()).toContain('"code":200')
    for (const one of wires) one.end()
  })

  test('and abandoned are not worked off: a neighbor is answered at once', async () => {
    const passedOn = async () => {
      const lines = (await neighbor('/metrics')).split('\n')
      return lines
        .filter((line) => line.startsWith('minefall_upstream_calls_total'))
        .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
    }
    const before = await passedOn()
    const wires = await unread(10, description.repeat(100), (n) => `127.0.2.${n + 1}`)
    for (const one of wires) one.end()
    expect(await neighbor()).toContain('"code":200')
    // One of each connection had begun; a thousand were sent.
    expect((await passedOn()) - before).toBeLessThan(50)
  })
})
