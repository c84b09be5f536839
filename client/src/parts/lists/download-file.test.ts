import { expect, test } from 'vitest'
import { statementFileName } from './DownloadFile.tsx'

test('a saved statement is named by its day', () => {
  expect(statementFileName(new Date(2026, 2, 4, 23, 59).getTime())).toBe('minefall-statement-2026-03-04.csv')
})
