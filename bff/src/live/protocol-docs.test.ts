import { readFileSync } from 'node:fs'
import {
  clientMessages,
  closeCodes,
  handshakeSchema,
  moveNumbers,
  protocolOldest,
  protocolVersion,
  serverMessages,
} from '@minefall/shared/contracts/live'
import { expect, test } from 'vitest'
import { bffSettingsSchema, readBffSettings } from '../config.ts'

const pageOf = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')
const page = pageOf('protocol.md')

/** The rows of a table, by what their first cell names. */
const rowsOf = (heading: string) => {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return new Map(
    section.split('\n').flatMap((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      const name = /^`(.+)`$/.exec(cells[1] ?? '')?.[1]
      return name === undefined ? [] : [[name, cells.slice(2, -1)] as const]
    }),
  )
}

test('the page names every message, and no other', () => {
  expect([...rowsOf('Messages of the client').keys()]).toEqual(Object.keys(clientMessages))
  expect([...rowsOf('Messages of the server').keys()]).toEqual(Object.keys(serverMessages))
})

test('the page tells how a move is written', () => {
  const told = [...rowsOf('Moves')].map(([name, [width]]) => [name, Number(width)])
  expect(told).toEqual(moveNumbers)
  expect(rowsOf('Handshake').get('protocol')?.[0]).toContain(`now ${protocolVersion}.`)
})

test('the handshake that a client is written by is of a version that is served', () => {
  const [, auth = ''] = /^### auth\n([\s\S]*?)^## /m.exec(pageOf('messages.md')) ?? []
  const [, example = ''] = /```json\n([\s\S]*?)\n```/.exec(auth) ?? []
  expect(handshakeSchema.parse(JSON.parse(example)).protocol).toBe(protocolVersion)
  expect(auth).toContain(`Version spoken: ${protocolVersion}. ${protocolOldest} is still served.`)
})

test('the page says of every close code what the contract says', () => {
  const rows = rowsOf('Close codes')
  expect([...rows.keys()]).toEqual(Object.keys(closeCodes))
  for (const [name, { badge, desk, retry }] of Object.entries(closeCodes)) {
    expect([name, ...(rows.get(name)?.slice(1) ?? [])]).toEqual([name, badge, desk, retry ? 'yes' : 'no'])
  }
})

test('the page’s limits are the settings’ defaults', () => {
  const defaults = readBffSettings({})
  const told = [...page.matchAll(/`(LIVE_[A-Z_]+|DRAIN_MS)`/g)].map(([, name]) => name ?? '')
  expect(Object.keys(bffSettingsSchema.shape)).toEqual(expect.arrayContaining(told))
  expect([...new Set(told)].sort()).toEqual(
    Object.keys(bffSettingsSchema.shape)
      .filter((name) => name.startsWith('LIVE_') || name === 'DRAIN_MS')
      .filter((name) => name !== 'LIVE_PING_MS')
      .sort(),
  )
  expect(defaults).toMatchObject({
    LIVE_MESSAGE_BYTES: 16 * 1024,
    LIVE_TRANSPORT_BYTES: 64 * 1024,
    LIVE_SOCKET_RATE: 10,
    LIVE_SOCKET_BURST: 40,
    LIVE_PLAYER_RATE: 20,
    LIVE_PLAYER_BURST: 80,
    LIVE_FLOOD_REFUSALS: 60,
    LIVE_STRIKES: 10,
    LIVE_SOCKETS_PER_PLAYER: 8,
    LIVE_FRAMES_PER_MESSAGE: 3,
    LIVE_HELD_MS: 5_000,
    LIVE_SOCKETS_PER_ADDRESS: 500,
    LIVE_HANDSHAKES_PER_MINUTE: 600,
    LIVE_OFFENCE_HANDSHAKES: 20,
    LIVE_IDENTIFYING_PER_ADDRESS: 2,
    LIVE_CONNECT_MS: 10_000,
    LIVE_FOLLOWS_PER_SOCKET: 8,
    LIVE_EMOTE_MS: 1_500,
    LIVE_HOSTS_PER_MINUTE: 20,
    LIVE_SITS_PER_MINUTE: 60,
    LIVE_CHATS_PER_MINUTE: 60,
    LIVE_LOOKUPS_PER_MINUTE: 60,
    LIVE_REQUEST_MS: 4_000,
    LIVE_QUEUE_SOFT_BYTES: 128 * 1024,
    LIVE_QUEUE_HARD_BYTES: 1024 * 1024,
  })
})
