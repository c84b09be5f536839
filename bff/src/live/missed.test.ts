import { bodyCode, ok, refuse } from '@minefall/shared/contracts'
import type { Identified } from '@minefall/shared/contracts/bus'
import { protocolVersion } from '@minefall/shared/contracts/live'
import { describe, expect, test } from 'vitest'
import { deviceA, deviceB, type EdgeUnderTest, edgeUnderTest } from '../testing/edge-under-test.ts'
import { identityOf } from '../testing/scripted-platform.ts'

const [session, annasToken] = ['5b'.repeat(16), `${'5a'.repeat(16)}.1.mac`]
const balance = { ...identityOf('anna').balance, version: 3 }
const account = (): Identified => ({ ...identityOf('anna'), balance })

let edge: EdgeUnderTest

describe('what was missed while the bus was away', () => {
  const come = (token: string, deviceId: string) =>
    edge.tab({ auth: { protocol: protocolVersion, deviceId, tab: deviceId.slice(0, 16), token } })
  /** Anna at two devices; the bus was away, and who she is is asked about again from now on. */
  const missed = async () => {
    edge = await edgeUnderTest()
    const { script } = edge.platform
    script['player.identify'] = async () => ok(account())
    const tab = come(annasToken, deviceA)
    await tab.first('welcome')
    const other = come(`${session}.1.mac`, deviceB)
    await other.first('welcome')
    edge.line.cut()
    edge.line.mend()
    return { tab, other }
  }

  test('is asked for by another device, where the latest one has signed out', async () => {
    const { tab } = await missed()
    edge.platform.script['player.identify'] = async ({ token }) =>
      token === annasToken
        ? ok({ ...account(), balance: { ...balance, version: 9 } })
        : refuse(bodyCode.tokenInvalid, 'no')
    await edge.clock.advance(2_000)
    expect((await tab.first('balance')).version).toBe(9)
  })

  test('is asked for until there is an answer', async () => {
    const { tab } = await missed()
    edge.platform.script['player.identify'] = async () => refuse(bodyCode.unavailable, 'later')
    await edge.clock.advance(2_000)
    edge.platform.script['player.identify'] = async () =>
      ok({ ...account(), balance: { ...balance, version: 9 } })
    await edge.clock.advance(2_000)
    expect((await tab.first('balance')).version).toBe(9)
    const asked = edge.platform.asked['player.identify'].length
    await edge.clock.advance(20_000)
    expect(edge.platform.asked['player.identify']).toHaveLength(asked)
  })

  test('is read again by all their pages, once, when the platform answers again', async () => {
    const { tab, other } = await missed()
    const { script } = edge.platform
    const original = script['player.identify']
    script['player.identify'] = async () => refuse(bodyCode.unavailable, 'later')
    await edge.clock.advance(2_000)
    await tab.settled()
    expect(tab.got('missed')).toEqual([])
    script['player.identify'] = original
    await edge.clock.advance(2_000)
    for (const one of [tab, other]) expect(await one.first('missed')).toEqual({})
    // A page that comes after it has missed nothing.
    const late = come(annasToken, '1c'.repeat(16))
    await late.first('welcome')
    await edge.clock.advance(20_000)
    for (const one of [tab, other, late]) await one.settled()
    expect([tab, other, late].map((one) => one.got('missed').length)).toEqual([1, 1, 0])
  })

  test('is read again a few at a time where many are there', async () => {
    edge = await edgeUnderTest()
    const tabs = await Promise.all(
      Array.from({ length: 24 }, (_, n) => edge.welcomed({ deviceId: n.toString(16).padStart(32, '0') })),
    )
    await edge.clock.advance(3_000)
    edge.line.cut()
    edge.line.mend()
    await edge.clock.advance(1_000)
    for (const tab of tabs) await tab.settled()
    expect(tabs.flatMap((tab) => tab.got('missed'))).toEqual([])
    await edge.clock.advance(500)
    await Promise.all(tabs.map((tab) => tab.settled()))
    const early = tabs.flatMap((tab) => tab.got('missed')).length
    expect(early).toBeGreaterThan(0)
    expect(early).toBeLessThan(24)
    await edge.clock.advance(500)
    for (const tab of tabs) await tab.first('missed')
  })
})
