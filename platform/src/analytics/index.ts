export { type Analytics, startAnalytics } from './start-analytics.ts'
export type { AnalyticsBounds } from './world.ts'
