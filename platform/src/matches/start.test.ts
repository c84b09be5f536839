import { inProcessBus, silentLogger } from '@minefall/shared/node'
import { manualClock, seededHex, seededRandom } from '@minefall/shared/testing'
import { DatabaseError } from 'pg'
import { expect, it } from 'vitest'
import type { Database, Sql } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { defaultMatchSettings } from '../testing-settings.ts'
import { startHost } from './start.ts'
import { keyRing, testSigners } from './testing.ts'

/** A database of which nothing more is understood after so many statements. */
const withLimit = (db: Database, most: number): Database => {
  let asked = 0
  const query: Sql['query'] = async (text, values) => {
    asked += 1
    if (asked > most) throw Object.assign(new DatabaseError('no such table', 0, 'error'), { code: '42P01' })
    return db.query<never>(text, values)
  }
  return { ...db, query, journal: { ...db.journal, query } }
}

describeDatabase('a host that can’t start', (open) => {
  it('leaves no clock behind, whichever statement it fails at', async () => {
    const real = await open()
    const log = silentLogger()
    const random = seededRandom(1)
    const begin = async (most: number) => {
      const clock = manualClock()
      const host = await startHost({
        db: withLimit(real, most),
        bus: inProcessBus({ log, clock }),
        clock,
        log,
        random,
        randomBytes: (count) => Uint8Array.from(Buffer.from(seededHex(random, count), 'hex')),
        node: 'test',
        sealKeys: keyRing('k1'),
        signers: testSigners,
        settings: defaultMatchSettings,
      }).catch(() => null)
      if (!host) expect([most, clock.pending()]).toEqual([most, 0])
      return host
    }
    let most = 0
    let host = await begin(most)
    while (!host) {
      most += 1
      host = await begin(most)
    }
    expect(most).toBeGreaterThan(2)
    await host.close()
  })
})
