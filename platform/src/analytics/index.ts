export { type Analytics, startAnalytics } from './start-analytics.ts'
