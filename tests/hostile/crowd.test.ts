import { crowdOf } from './crowd.ts'

// `crowd.long.test.ts` brings 300.
crowdOf(60)
