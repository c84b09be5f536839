import { describe } from 'vitest'
import { arena } from './arena.ts'
import { halfOpenCases } from './half-open.cases.ts'
import { stormCases } from './storms.cases.ts'

const connections = 100
const handshakes = 30

describe('with little time and room for everyone', () => {
  const here = arena({
    CONNECTIONS_PER_ADDRESS: String(connections),
    REQUEST_MS: '3000',
    LIVE_CONNECT_MS: '5000',
    LIVE_HANDSHAKES_PER_MINUTE: String(handshakes),
  })
  halfOpenCases(here, { connections })
  stormCases(here, { handshakes })
})
