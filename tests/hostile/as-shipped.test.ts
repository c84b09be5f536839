import { describe } from 'vitest'
import { arena } from './arena.ts'
import { floodCases } from './floods.cases.ts'
import { handshakeCases } from './handshakes.cases.ts'
import { messageCases } from './messages.cases.ts'
import { moveCases } from './moves.cases.ts'

describe('as shipped', () => {
  const here = arena({}, { embedded: true })
  handshakeCases(here)
  messageCases(here)
  moveCases(here)
  floodCases(here)
})
