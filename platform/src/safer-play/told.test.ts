import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { day, type OpenSaferPlay, openSaferPlay } from './testing.ts'

describeDatabase('what is heard live of safer play', (open) => {
  let db: Database
  let at: OpenSaferPlay
  beforeAll(async () => {
    db = await open()
    at = await openSaferPlay(db)
  })
  afterAll(() => at.close())

  /** Someone who counts what comes. */
  const listener = async () => {
    const me = await at.someone()
    let told = 0
    at.world.bus.subscribe('player.profile', me.id, ({ player }) => {
      expect(player.kind).toBe('player')
      told += 1
    })
    /** Makes a call and answers how many messages came of it. */
    const heard = async (path: string, body: object): Promise<number> => {
      const before = told
      await me.post(path, body)
      return told - before
    }
    return { ...me, heard }
  }
  const name = { kind: 'loss', period: 'day' }

  it('is every change of a limit', async () => {
    const me = await listener()
    expect(await me.heard('/limit', { ...name, amount: '100' })).toBe(1)
    expect(await me.heard('/limit', { ...name, amount: '50' })).toBe(1)
    expect(await me.heard('/limit', { ...name, amount: '500' })).toBe(1)
    expect(await me.heard('/limit/confirm', name)).toBe(0)
    expect(await me.heard('/limit/cancel', name)).toBe(1)
    expect(await me.heard('/limit/cancel', name)).toBe(0)
    await me.heard('/limit', { ...name, amount: '500' })
    await at.clock.advance(day)
    expect(await me.heard('/limit/confirm', name)).toBe(1)
    expect(await me.heard('/limit/confirm', name)).toBe(0)
  })

  it('is the word that one is an adult, once, and each break', async () => {
    const me = await listener()
    expect(await me.heard('/adult', { adult: true, residence: 'MY' })).toBe(1)
    expect(await me.heard('/adult', { adult: true, residence: 'SG' })).toBe(0)
    expect(await me.heard('/break', { kind: 'time-out', days: 7 })).toBe(1)
    expect(await me.heard('/break', { kind: 'time-out', days: 1 })).toBe(0)
    expect(await me.heard('/break', { kind: 'time-out', days: 30 })).toBe(1)
  })

  it('comes after the commit, and once the seats are given back: who reads then reads what is new', async () => {
    const me = await at.someone()
    const read = new Promise<unknown>((resolve) => {
      at.world.bus.subscribe('player.profile', me.id, () => {
        void me.state().then(resolve)
      })
    })
    await me.post('/break', { kind: 'self-exclusion', days: null })
    expect(await read).toMatchObject({ break: { kind: 'self-exclusion', endsAt: null } })
  })
})
