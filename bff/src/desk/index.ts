export { deskGateway } from './gateway.ts'
export { deskMetrics } from './metrics.ts'
