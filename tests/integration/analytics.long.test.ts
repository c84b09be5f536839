import { testServer } from '@minefall/platform/testing'
import { describe } from 'vitest'
import { toldOnce } from './analytics/told-once.ts'

describe('analytics on PostgreSQL', () => {
  const postgres = testServer()
  let url = ''
  toldOnce(
    async () => {
      url = await postgres.fresh()
      return { DATABASE_URL: url }
    },
    () => ({ url }),
  )
})
