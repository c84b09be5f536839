export { keepInvitation } from './invitation.ts'
export { closeLogin, loadLogin, onLoginGoOn, openLogin, useLoginShown } from './root.ts'
export type { LoginContext, LoginTab } from './types.ts'
export { defaultCountry } from './types.ts'
