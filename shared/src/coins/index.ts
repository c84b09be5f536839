export * from './amounts.ts'
export * from './shown-coins.ts'
