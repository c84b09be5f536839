export { removeUpload } from './avatars/avatars.ts'
export { blockedDetail } from './blocked.ts'
export { deviceAsker } from './devices.ts'
export {
  addressGroup,
  addressLimits,
  type ByteBudget,
  budgetColumns,
  byteBudgets,
  countIfAllowed,
  type Limit,
  limitColumns,
  lockSubjects,
  newGuestLimits,
  spendIfAllowed,
  subjectOf,
  uncount,
} from './limits.ts'
export type { News } from './messages/write.ts'
export type { Owner } from './owner.ts'
export { argon2Hasher, type Hasher } from './passwords/hasher.ts'
export { isCommonPassword } from './passwords/rules.ts'
export { removeNickname } from './profile.ts'
export { type Asker, askerOf, bearerIfAny, bearerOf, callerOf, deviceIdOf } from './routes/caller.ts'
export type { SignedInAs } from './sessions/authenticate.ts'
export { closeSockets, endSessions } from './sessions/end-sessions.ts'
export { readLatestSessions } from './sessions/sessions.ts'
export { accountOptionsOf, type Rate } from './settings.ts'
export { type Accounts, startAccounts } from './start-accounts.ts'
export type { Caller, UndoStep } from './world.ts'
