export { forwardedFor, networkOf } from './address.ts'
export { type Gateway, liveGateway, noticeMs } from './gateway.ts'
export { type LiveMetrics, liveMetrics, socketMetrics } from './metrics.ts'
export { type Upgrades, upgradesOf } from './upgrades.ts'
