import { battleCases } from './battles/battle.cases.ts'
import { ground } from './battles/ground.ts'
import { onceCases } from './battles/once.cases.ts'
import { privateCases } from './battles/private.cases.ts'
import { raceCases } from './battles/races.cases.ts'
import { refusalCases } from './battles/refusals.cases.ts'

const shared = ground()

// A seat is left for a while for anyone who was sent to it: a queue that a case fills to start is no other case's.
battleCases(shared)
refusalCases(shared)
onceCases(shared)
raceCases(shared)
privateCases(shared)
