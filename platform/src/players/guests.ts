import { createHash, createHmac } from 'node:crypto'
import type { Clock } from '@minefall/shared/node'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { drawGuest } from './guest-names.ts'

export const playerSchema = z.object({
  id: z.string(),
  kind: z.enum(['guest', 'player']),
  name: z.string(),
  avatar: z.string(),
})
export type Player = z.infer<typeof playerSchema>

/** The player with this id. Throws where there is none. */
export const readPlayer = async (sql: Sql, id: string): Promise<Player> => {
  const { rows } = await sql.query('select id, kind, name, avatar from player where id = $1', [id])
  return playerSchema.parse(rows[0])
}

/** The form in which the database stores a device id: its SHA-256. */
export const hashOf = (deviceId: string) => Uint8Array.from(createHash('sha256').update(deviceId).digest())

/** A UUID of version 8, whose other 122 bits are free (RFC 9562, 5.8). */
const uuidOf = (bytes: Buffer): string => {
  const id = Buffer.from(bytes)
  id.writeUInt8((id.readUInt8(6) & 0x0f) | 0x80, 6)
  id.writeUInt8((id.readUInt8(8) & 0x3f) | 0x80, 8)
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Numbers in [0, 1) out of 64 bytes, of which the first 16 are for an id. */
const randomOf = (digest: Buffer): (() => number) => {
  let at = 16
  return () => {
    at += 6
    return digest.readUIntBE(at - 6, 6) / 2 ** 48
  }
}

/**
 * The `nth` guest of a device, from 0. The same key always yields the same guest, so every node shows the same one
 * before anything is stored. Player ids are public and device ids are credentials: without the key, one can't be
 * derived from the other.
 */
export const guestOfDevice = (key: Uint8Array, deviceId: string, nth: number): Player => {
  const digest = createHmac('sha512', key).update(`${nth} ${deviceId}`).digest()
  return { id: uuidOf(digest.subarray(0, 16)), kind: 'guest', ...drawGuest(randomOf(digest)) }
}

/** The name and avatar an account gets in place of what staff removed: drawn as for a guest, the same each time. */
export const replacementOf = (playerId: string) =>
  drawGuest(randomOf(createHash('sha512').update(playerId).digest()))

/** A device's guest: stored, or as it will be stored. */
export type Guest = { player: Player; isStored: boolean }

export type GuestsOptions = {
  /** 32 bytes from outside the database, the same on every node, from which guests are derived. */
  key: Uint8Array
  clock: Clock
  /** What a new guest of an address is counted against, as `keep_guest` of the database takes it. */
  limitsOfNew: (address: string) => readonly [subjects: Uint8Array[], mosts: number[], sinces: Date[]]
}

/** Players without an account, by device id. */
export type Guests = {
  /** Only reads: a device that is never seen again leaves no trace. */
  of(sql: Sql, deviceId: string): Promise<Guest>
  /**
   * Stores the guest of a device, in one statement, and resolves with it, or with the milliseconds until its address may
   * bring another. Concurrent calls store one player.
   */
  keep(sql: Sql, from: { deviceId: string; address: string }): Promise<Player | { wait: number }>
  /** Stores the guest of a device without a limit: an account follows, which has its own limits. */
  keepAnyway(tx: Sql, deviceId: string): Promise<Player>
}

/** Guests of a device looked up at a time. There are several if earlier ones became accounts. */
const ahead = 8

const foundRow = playerSchema.extend({ own: z.boolean() })

const keptRow = z.object({
  id: z.string().nullable(),
  name: z.string().nullable(),
  avatar: z.string().nullable(),
  wait_ms: z.bigint().nullable(),
})

export const guestBook = ({ key, clock, limitsOfNew }: GuestsOptions): Guests => {
  const nextOf = (deviceId: string, first: number) =>
    Array.from({ length: ahead }, (_, index) => guestOfDevice(key, deviceId, first + index))

  const of = async (sql: Sql, deviceId: string, first = 0): Promise<Guest> => {
    const next = nextOf(deviceId, first)
    const { rows } = await sql.query(
      `select id, kind, name, avatar, coalesce(device_hash = $1, false) as own
       from player where device_hash = $1 or id = any($2::uuid[])`,
      [hashOf(deviceId), next.map(({ id }) => id)],
    )
    const found = foundRow.array().parse(rows)
    const own = found.find((row) => row.own)
    if (own) return { player: playerSchema.parse(own), isStored: true }
    // Those that became accounts are no longer guests.
    const free = next.find(({ id }) => found.every((taken) => taken.id !== id))
    return free ? { player: free, isStored: false } : of(sql, deviceId, first + ahead)
  }

  const keep = async (
    sql: Sql,
    deviceId: string,
    limits: ReturnType<GuestsOptions['limitsOfNew']>,
    first = 0,
  ): Promise<Player | { wait: number }> => {
    const next = nextOf(deviceId, first)
    const { rows } = await sql.query(
      `select id, name, avatar, wait_ms from keep_guest(
         $1, $2::uuid[], $3::text[], $4::text[], $5::bytea[], $6::int[], $7::timestamptz[], $8)`,
      [
        hashOf(deviceId),
        next.map(({ id }) => id),
        next.map(({ name }) => name),
        next.map(({ avatar }) => avatar),
        ...limits,
        new Date(clock.now()),
      ],
    )
    const { wait_ms, ...kept } = keptRow.parse(rows[0])
    if (wait_ms !== null) return { wait: Number(wait_ms) }
    // All of these became accounts.
    if (kept.id === null) return keep(sql, deviceId, limits, first + ahead)
    return playerSchema.parse({ ...kept, kind: 'guest' })
  }

  return {
    of: (sql, deviceId) => of(sql, deviceId),
    keep: (sql, { deviceId, address }) => keep(sql, deviceId, limitsOfNew(address)),
    keepAnyway: async (tx, deviceId) => playerSchema.parse(await keep(tx, deviceId, [[], [], []])),
  }
}
