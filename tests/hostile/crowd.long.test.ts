import { crowdOf } from './crowd.ts'

crowdOf(300)
