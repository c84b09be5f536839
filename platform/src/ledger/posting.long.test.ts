import { expect, it } from 'vitest'
import { describeDatabases } from '../db/testing.ts'
import { checkLedger } from './index.ts'
import { expectEachOnce } from './testing-workers.ts'

describeDatabases('500 transfers', (open) => {
  it('of 20 workers at once, each sent twice, take effect once each', async () => {
    const db = await open()
    await expectEachOnce(db, 500)
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  }, 1_800_000)
})
