export * from './totals.ts'
export * from './view.ts'
