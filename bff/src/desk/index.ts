export { type DeskGateway, type DeskGatewayOptions, deskGateway } from './gateway.ts'
export { type DeskMetrics, deskMetrics } from './metrics.ts'
