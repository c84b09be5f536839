export { keepInvitation } from './invitation.ts'
export { closeLogin, onLoginGoOn, openLogin, useLoginShown } from './root.ts'
export type { LoginContext, LoginEvent, LoginTab } from './types.ts'
export { defaultCountry } from './types.ts'
