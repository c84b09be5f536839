export { type ChannelRow, readChannels } from './channels/channel-row.ts'
export { type Actor, type Move, moveOrder, notifyOrderMoved, notifyStaff } from './orders/move-order.ts'
export { isReferenceUsed, type OrderRow, orderRowSchema, readOrder } from './orders/order-row.ts'
export {
  listOrders,
  placeSchema as ordersPlaceSchema,
  plainRate,
  viewOrderDetail,
  viewOrders,
} from './orders/order-view.ts'
export { completeDeposit, completeWithdrawal, failDeposit, rejectWithdrawal } from './orders/settle-order.ts'
export { readProof } from './proofs/upload-proof.ts'
export { startWallet, type Wallet } from './start-wallet.ts'
export { placeSchema as statementPlaceSchema, readStatement, statementCsv } from './statement.ts'
export { drawDigits, type WalletSettings, walletSettingsOf } from './world.ts'
