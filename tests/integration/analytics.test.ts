import { join } from 'node:path'
import { describe } from 'vitest'
import { toldOnce } from './analytics/told-once.ts'

describe('analytics on the embedded database', () => {
  toldOnce(
    async () => ({}),
    ({ dataDir }) => ({ folder: join(dataDir, 'database') }),
  )
})
