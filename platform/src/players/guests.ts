import type { Clock } from '@minefall/shared/node'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { guestOfDevice } from './guest-of-device.ts'
import { hashOf, type Player, playerSchema } from './player-row.ts'

/** A device's guest: kept in a row, or as it will be once there is anything to keep of it. */
export type Guest = { player: Player; isKept: boolean }

export type GuestsOptions = {
  /** 32 bytes from outside the database, the same on every node: which guest a device has follows from it. */
  key: Uint8Array
  clock: Clock
  /** Counts a new guest of an address; or answers the milliseconds until it may have another, and counts nothing. */
  countNew: (tx: Sql, address: string) => Promise<number | null>
}

/** Who plays without an account, by the id of their device. */
export type Guests = {
  /** Reads alone: a device that is never seen again leaves nothing. */
  of(sql: Sql, deviceId: string): Promise<Guest>
  /**
   * Keeps the guest of a device, in the caller's transaction, and answers it; or answers how many milliseconds its
   * address has to wait for another new one. However many keep it at the same time, it is one player.
   */
  keep(tx: Sql, from: { deviceId: string; address: string }): Promise<Player | { wait: number }>
  /** Keeps the guest of a device whatever its address has made: an account follows, which has limits of its own. */
  keepAnyway(tx: Sql, deviceId: string): Promise<Player>
}

/** Guests of a device that are looked up at a time; it has more than one when others of it became accounts. */
const ahead = 8

const foundRow = playerSchema.extend({ own: z.boolean() })

export const guestBook = ({ key, clock, countNew }: GuestsOptions): Guests => {
  const of = async (sql: Sql, deviceId: string, first = 0): Promise<Guest> => {
    const next = Array.from({ length: ahead }, (_, index) => guestOfDevice(key, deviceId, first + index))
    const { rows } = await sql.query(
      `select id, kind, name, avatar, coalesce(device_hash = $1, false) as own
       from player where device_hash = $1 or id = any($2::uuid[])`,
      [hashOf(deviceId), next.map(({ id }) => id)],
    )
    const found = foundRow.array().parse(rows)
    const own = found.find((row) => row.own)
    if (own) return { player: playerSchema.parse(own), isKept: true }
    // Those that became accounts are guests no more.
    const free = next.find(({ id }) => found.every((taken) => taken.id !== id))
    return free ? { player: free, isKept: false } : of(sql, deviceId, first + ahead)
  }

  const keepIf = async <T>(
    tx: Sql,
    deviceId: string,
    refuse: () => Promise<T | null>,
  ): Promise<Player | T> => {
    const known = await of(tx, deviceId)
    if (known.isKept) return known.player
    // Those who keep the same one wait here for the first, whose row they then see.
    await tx.query(`select pg_advisory_xact_lock(hashtextextended(encode($1::bytea, 'hex'), 0))`, [
      hashOf(deviceId),
    ])
    const { player, isKept } = await of(tx, deviceId)
    if (isKept) return player
    const refused = await refuse()
    if (refused !== null) return refused
    const { count } = await tx.query(
      `insert into player (id, kind, name, avatar, device_hash, created_at) values ($1, 'guest', $2, $3, $4, $5)
       on conflict do nothing`,
      [player.id, player.name, player.avatar, hashOf(deviceId), new Date(clock.now())],
    )
    // A node of the version before keeps guests when they come, and waits for nobody.
    return count > 0 ? player : (await of(tx, deviceId)).player
  }

  return {
    of: (sql, deviceId) => of(sql, deviceId),
    keep: (tx, { deviceId, address }) =>
      keepIf(tx, deviceId, async () => {
        const wait = await countNew(tx, address)
        return wait === null ? null : { wait }
      }),
    keepAnyway: (tx, deviceId) => keepIf<never>(tx, deviceId, async () => null),
  }
}
