export { noTotals, rowId, rowOf } from '../connections/testing.ts'
export * from './manual-clock.ts'
export * from './seeded-random.ts'
