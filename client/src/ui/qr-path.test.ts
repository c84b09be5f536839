import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { qrPath } from './QrCode.tsx'

/** The modules that a path covers, by its pieces. */
const covered = (path: string): Set<string> => {
  const modules = new Set<string>()
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let place = 0; place < Number(width); place++) modules.add(`${Number(x) + place}/${y}`)
  return modules
}

test('a path covers the dark modules and no other', () => {
  expect(qrPath([[true, true, false, true], [], [false, false, true, false]])).toBe(
    'M0 0h2v1h-2zM3 0h1v1h-1zM2 2h1v1h-1z',
  )
  expect(qrPath([[false]])).toBe('')
  const { data } = encode('T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', { ecc: 'M', border: 0 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x}/${y}`] : [])))
  expect([...covered(qrPath(data))].sort()).toEqual(dark.sort())
})
