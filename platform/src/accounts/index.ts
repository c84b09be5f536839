export { shortContact } from './contacts.ts'
export type { Owner } from './owner.ts'
export { defaultAccountSettings } from './settings.ts'
export { type Accounts, type AccountsOptions, startAccounts } from './start-accounts.ts'
