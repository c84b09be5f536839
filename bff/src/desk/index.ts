export { type DeskGateway, type DeskGatewayOptions, deskGateway } from './gateway.ts'
