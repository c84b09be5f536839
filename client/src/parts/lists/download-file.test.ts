import { expect, test } from 'vitest'
import { fileName } from './DownloadFile.tsx'

test('a saved file is named by what it is and by its day', () => {
  const at = new Date(2026, 2, 4, 23, 59).getTime()
  expect(fileName('statement', at)).toBe('minefall-statement-2026-03-04.csv')
  expect(fileName('money-and-time', at)).toBe('minefall-money-and-time-2026-03-04.csv')
})
