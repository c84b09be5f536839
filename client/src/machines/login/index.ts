export { keepInvitation } from './invitation.ts'
export { closeLogin, loadLogin, onLoginGoOn, openLogin, useLoginShown } from './root.ts'
export type { LoginContext, LoginEvent, LoginTab } from './types.ts'
export { defaultCountry } from './types.ts'
