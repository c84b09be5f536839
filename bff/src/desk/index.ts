export { type DeskGateway, deskGateway } from './gateway.ts'
export { type DeskMetrics, deskMetrics } from './metrics.ts'
