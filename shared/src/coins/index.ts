export * from './amounts.ts'
