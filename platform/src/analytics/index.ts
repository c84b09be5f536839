export type { AnalyticsBounds } from './start-analytics.ts'
export { type Analytics, startAnalytics } from './start-analytics.ts'
