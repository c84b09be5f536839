import { describe } from 'vitest'
import { arena } from './arena.ts'
import { corpusCases } from './corpus/corpus.cases.ts'
import { fuzzCases } from './fuzz/fuzz.cases.ts'
import { manyAllowed } from './many-allowed.ts'

describe('with much allowed', () => {
  const here = arena(manyAllowed)
  corpusCases(here)
  fuzzCases(here)
})
