export * from './amounts.ts'
export * from './balance.ts'
