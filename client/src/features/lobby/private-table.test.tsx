import type { Table } from '@minefall/shared/contracts/rest'
import { matchIdSchema } from '@minefall/shared/game'
import type { ReactNode } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadNamespaces, startTranslations } from '../../i18n/i18n.ts'
import { emptyRouter } from '../../lib/testing-router.ts'
import { livePort } from '../../machines/connection/index.ts'
import { Button } from '../../ui/Button.tsx'
import { partOf } from '../../ui/testing.ts'
import { PrivateTableDialog } from './PrivateTableDialog.tsx'

test('a private table that is made after its dialog was closed invites no one there, and takes no one there', async () => {
  await startTranslations()
  await loadNamespaces(['lobby', 'common', 'ui', 'errors', 'play', 'notices'])
  const { router, render } = emptyRouter()
  const navigate = vi.spyOn(router, 'navigate')
  const onMade = vi.fn()
  const table: Table = {
    ...{ gameId: 'mines-duel', name: 'Duel', seats: 2, stakes: ['100'], assets: ['coin'] },
    ...{ guests: false, practice: false },
    rules: { boards: 1, clockMs: 12_000, clues: true, h: 5, mines: 3, rakeBps: 0, w: 5 },
  }
  let drawn: ReactNode
  const Probe = () => {
    drawn = PrivateTableDialog({ table, onClose: () => undefined, onMade })
    return null
  }
  render(<Probe />)
  const make = partOf<{ onClick(): void }>(drawn, Button)
  const matchId = matchIdSchema.parse('a'.repeat(32))
  const data = { matchId, serverCommit: '0'.repeat(64), seats: 2, taken: 0 }
  const ask = vi.spyOn(livePort, 'ask').mockResolvedValue({ code: 200, msg: '', data })
  onTestFinished(() => ask.mockRestore())
  make?.props.onClick()
  await expect.poll(() => ask).toHaveResolved()
  expect(onMade).not.toHaveBeenCalled()
  expect(navigate).not.toHaveBeenCalled()
})
