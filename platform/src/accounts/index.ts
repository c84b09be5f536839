export { defaultAccountSettings } from './settings.ts'
export { type Accounts, type AccountsOptions, startAccounts } from './start-accounts.ts'
