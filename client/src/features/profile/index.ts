export { PaymentPasswordSetter } from './account/PaymentPasswordDialog.tsx'
