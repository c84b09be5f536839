import { describe } from 'vitest'
import { arena } from './arena.ts'
import { fullCases, halfOpenCases } from './half-open.cases.ts'
import { stormCases } from './storms.cases.ts'

const connections = 100
const handshakes = 30

describe('with little time for everyone', () => {
  halfOpenCases(arena({ REQUEST_MS: '3000', LIVE_CONNECT_MS: '5000' }))
})

describe('with little room for everyone', () => {
  const here = arena({
    CONNECTIONS_PER_ADDRESS: String(connections),
    LIVE_HANDSHAKES_PER_MINUTE: String(handshakes),
    REQUEST_MS: '300000',
    LIVE_CONNECT_MS: '300000',
  })
  fullCases(here, { connections })
  stormCases(here, { handshakes })
})
