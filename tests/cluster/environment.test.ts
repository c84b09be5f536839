import { expect, it } from 'vitest'
import { environmentOf } from './environment.ts'

it('a node has the settings it is given in place of what our environment says of them, in files too', () => {
  const own = {
    PATH: '/bin',
    PORT: '80',
    DATABASE_URL_FILE: '/run/database',
    EDGE_KEY: 'a key',
    RAKE_BPS: '250',
  }
  const settings = { PORT: '8081', DATABASE_URL: 'postgres://here', EDGE_KEY_FILE: 'keys/edge' }
  expect(environmentOf(settings, own)).toEqual({ PATH: '/bin', RAKE_BPS: '250', ...settings })
})
