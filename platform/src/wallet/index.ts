export { type WalletRoutesOptions, walletRoutes } from './routes.ts'
