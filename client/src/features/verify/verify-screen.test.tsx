import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { loadNamespaces, startTranslations } from '../../i18n/i18n.ts'
import { emptyRouter } from '../../lib/testing-router.ts'
import { partOf } from '../../ui/testing.ts'
import { VerifyScreen } from './VerifyScreen.tsx'

test('a record can be chosen again from the same file, as after it was mended', async () => {
  await startTranslations()
  await loadNamespaces(['verify', 'notices', 'errors'])
  let drawn: ReactNode
  const Probe = () => {
    drawn = VerifyScreen()
    return null
  }
  emptyRouter().render(
    <QueryClientProvider client={new QueryClient()}>
      <Probe />
    </QueryClientProvider>,
  )
  type FileInput = { type: string; onChange(event: { currentTarget: object }): void }
  const file = partOf<FileInput>(drawn, 'input')
  expect(file?.props.type).toBe('file')
  const currentTarget = { files: [], value: 'C:\\fakepath\\record.json' }
  file?.props.onChange({ currentTarget })
  expect(currentTarget.value).toBe('')
})
