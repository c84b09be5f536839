import { expect, it } from 'vitest'
import { onPglite } from './pglite.ts'
import { onPostgres } from './postgres.ts'

it('the bench of the ledger goes through on both databases and leaves the ledger right', {
  timeout: 1_800_000,
}, async () => {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  await onPostgres({ matches: 64, pairs: 5, connections: 8, seconds: 1 }, print)
  await onPglite({ pairs: 5, seconds: 1 }, print)
  const told = lines.join('\n')
  for (const what of ['hold: statement', 'capture: statement', 'settlement: statement', 'balance reads'])
    expect(told).toContain(what)
  expect(told).not.toContain('NaN')
})
