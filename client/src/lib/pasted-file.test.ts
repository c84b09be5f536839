import { expect, test } from 'vitest'
import { pastedFile } from './pasted-file.ts'

const picture = new File([], 'picture.png', { type: 'image/png' })
const pasted = (types: string[], ...files: File[]) => pastedFile({ types, files })

test('a picture that is pasted is meant, and not that of a table whose words are pasted', () => {
  expect(pasted(['Files'], picture)).toBe(picture)
  expect(pasted(['text/plain', 'text/html', 'Files'], picture)).toBeUndefined()
  expect(pasted(['text/plain'])).toBeUndefined()
  expect(pastedFile(null)).toBeUndefined()
})
