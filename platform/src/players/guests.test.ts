import { createHash } from 'node:crypto'
import { type ManualClock, manualClock } from '@minefall/shared/testing'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { limitColumns, newGuestLimits } from '../accounts/limits.ts'
import type { Database } from '../db/index.ts'
import { describeDatabase, notingTrips } from '../db/testing.ts'
import { balanceOf, checkLedger } from '../ledger/index.ts'
import { guestAvatars } from './guest-names.ts'
import { type Guests, guestOfDevice } from './guests.ts'
import { device, keepGuest, registerGuest, testGuests } from './testing.ts'

const now = Date.UTC(2026, 0, 2)
const address = '203.0.113.1'

const key = new Uint8Array(32).fill(1)
const otherKey = new Uint8Array(32).fill(2)
const deviceId = device()

describe('the guest of a device', () => {
  it('is the same on every node with the key, and another with another key or number', () => {
    const guest = guestOfDevice(key, deviceId, 0)
    expect(guestOfDevice(Uint8Array.from(key), deviceId, 0)).toEqual(guest)
    const others = [
      guestOfDevice(otherKey, deviceId, 0),
      guestOfDevice(key, deviceId, 1),
      guestOfDevice(key, device(), 0),
    ]
    for (const other of others) expect(other.id).not.toBe(guest.id)
  })

  it('has a UUID of version 8, a name and an avatar', () => {
    for (let nth = 0; nth < 200; nth++) {
      const { id, kind, name, avatar } = guestOfDevice(key, deviceId, nth)
      expect(z.uuid().parse(id)).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      )
      expect({ kind, name, avatar }).toEqual({
        kind: 'guest',
        name: expect.stringMatching(/^[A-Z][a-z]{2,4} [1-9]\d{1,2}$/),
        avatar: expect.any(String),
      })
    }
  })

  it('is drawn evenly', () => {
    const guests = Array.from({ length: 500 }, (_, nth) => guestOfDevice(key, deviceId, nth))
    expect(new Set(guests.map(({ avatar }) => avatar)).size).toBe(8)
    expect(new Set(guests.map(({ name }) => name)).size).toBeGreaterThan(480)
    expect(new Set(guests.map(({ id }) => id)).size).toBe(500)
  })
})

describeDatabase('guests', (open) => {
  let db: Database
  let clock: ManualClock
  let guests: Guests
  const players = async () => (await db.query('select * from player order by id')).rows
  const keep = (from: { deviceId: string; address?: string }) => guests.keep(db, { address, ...from })
  const become = (deviceId: string) => registerGuest(db, guests, deviceId)
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    for (const table of ['player', 'counted']) await db.query(`delete from ${table}`)
    clock = manualClock(now)
    guests = testGuests(clock)
  })

  it('look the same each time and on every node, and leave no trace', async () => {
    const deviceId = device()
    const first = await guests.of(db, deviceId)
    expect(first).toMatchObject({ isStored: false, player: { kind: 'guest' } })
    expect(guestAvatars).toContain(first.player.avatar)
    expect(await testGuests(manualClock(now + 5)).of(db, deviceId)).toEqual(first)
    expect((await guests.of(db, device())).player.id).not.toBe(first.player.id)
    expect(await players()).toEqual([])
  })

  it('are stored once, as they were shown', async () => {
    const deviceId = device()
    const { player } = await guests.of(db, deviceId)
    expect(await keep({ deviceId })).toEqual(player)
    expect(await keep({ deviceId })).toEqual(player)
    expect(await guests.of(db, deviceId)).toEqual({ player, isStored: true })
    expect(await players()).toHaveLength(1)
    expect(await balanceOf(db, player.id)).toMatchObject({ version: 0 })
  })

  it('are one player when many first calls arrive at once on several nodes', async () => {
    const deviceId = device()
    const perDay = { perHour: 100, perDay: 100 }
    const limitsOfNew = () => limitColumns(newGuestLimits(address, perDay), clock.now())
    const nodes = [1, 2].map(() => testGuests(clock, { limitsOfNew }))
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, nth) => nodes[nth % 2]?.keep(db, { deviceId, address })),
    )
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(await players()).toHaveLength(1)
    expect((await db.query('select from counted')).count).toBe(1)
  })

  it('are stored in one round trip, whether or not they are stored already', async () => {
    const from = { deviceId: device(), address }
    const noting = notingTrips(db)
    await guests.keep(noting.db, from)
    expect(noting.trips).toHaveLength(1)
    await guests.keep(noting.db, from)
    expect(noting.trips).toHaveLength(2)
  })

  it('are stored with the hash of their device id, never the id itself', async () => {
    const deviceId = device()
    await keep({ deviceId })
    const [row] = await players()
    expect(row).toMatchObject({ created_at: new Date(now) })
    expect(Buffer.from(Object(row).device_hash)).toEqual(createHash('sha256').update(deviceId).digest())
    expect(JSON.stringify(row)).not.toContain(deviceId)
  })

  it('stored by the previous version are found by their device', async () => {
    const deviceId = device()
    const hash = Uint8Array.from(createHash('sha256').update(deviceId).digest())
    const id = '00000000-0000-7000-8000-000000000001'
    const old = `insert into player (id, kind, name, avatar, device_hash) values ($1, 'guest', 'Mai 27', 'owl', $2)`
    await db.query(old, [id, hash])
    const player = { id, kind: 'guest', name: 'Mai 27', avatar: 'owl' }
    expect(await guests.of(db, deviceId)).toEqual({ player, isStored: true })
    expect(await keep({ deviceId })).toEqual(player)
    expect(await become(deviceId)).toBe(id)
  })

  it('are limited per address in an hour and in a day, unless they are stored already', async () => {
    guests = testGuests(clock, {
      limitsOfNew: (from) => limitColumns(newGuestLimits(from, { perHour: 2, perDay: 3 }), clock.now()),
    })
    const [first, second, third] = [device(), device(), device()]
    await keep({ deviceId: first })
    await clock.advance(600_000)
    await keep({ deviceId: second })
    expect(await keep({ deviceId: third })).toEqual({ wait: 3_000_000 })
    expect(await keep({ deviceId: first })).toHaveProperty('id')
    expect(await keep({ deviceId: device(), address: '203.0.113.2' })).toHaveProperty('id')
    await clock.advance(3_000_000)
    expect(await keep({ deviceId: third })).toHaveProperty('id')
    await clock.advance(600_000)
    expect(await keep({ deviceId: device() })).toEqual({ wait: 86_400_000 - 4_200_000 })
    expect(await players()).toHaveLength(4)
  })

  it('are limited for the /64, the /56 and the /48 of an IPv6 address', async () => {
    guests = testGuests(clock, {
      limitsOfNew: (from) => limitColumns(newGuestLimits(from, { perHour: 1, perDay: 100 }), clock.now()),
    })
    const kept = async (addresses: readonly string[]) => {
      let count = 0
      for (const from of addresses)
        if ('id' in (await keep({ deviceId: device(), address: from }))) count += 1
      return count
    }
    const hex = (nth: number) => nth.toString(16)
    const nths = Array.from({ length: 24 }, (_, nth) => nth)
    // As a BFF tells it, and as a REST call does.
    expect(await kept(['2001:db8:1:1::/64', '2001:db8:1:1::7', '2001:db8:1:1:9::7'])).toBe(1)
    expect(await kept(nths.map((nth) => `2001:db8:2:${hex(nth)}::1`))).toBe(4)
    expect(await kept(nths.map((nth) => `2001:db8:3:${hex(nth * 256)}::1`))).toBe(16)
  })

  it('become accounts as they were shown, and leave the device a new guest', async () => {
    const deviceId = device()
    const shown: unknown[] = []
    for (let nth = 0; nth < 10; nth++) {
      const { player, isStored } = await guests.of(db, deviceId)
      expect(isStored).toBe(false)
      // Each second one has been kept.
      if (nth % 2 === 1) await keep({ deviceId })
      expect(await become(deviceId)).toBe(player.id)
      shown.push(player.id)
      const row = (await players()).find(({ id }) => id === player.id)
      expect(row).toMatchObject({ kind: 'player', name: player.name, device_hash: null })
      expect((await balanceOf(db, player.id)).trial).toBe('1000')
    }
    expect(new Set(shown).size).toBe(10)
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  })

  it('become one account each when two register on a device at once', async () => {
    const deviceId = device()
    const all = await Promise.all([become(deviceId), become(deviceId), keepGuest(db, guests, deviceId)])
    const [one, other] = all
    expect(one).not.toBe(other)
    const kinds = (await players()).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'player')).toHaveLength(2)
  })
})
