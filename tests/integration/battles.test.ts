import { battleCases } from './battles/battle.cases.ts'
import { ground } from './battles/ground.ts'
import { onceCases } from './battles/once.cases.ts'
import { raceCases } from './battles/races.cases.ts'
import { refusalCases } from './battles/refusals.cases.ts'

const shared = ground()

battleCases(shared)
refusalCases(shared)
onceCases(shared)
raceCases(shared)
