export { closeLogin, keepInvitation, loginActor, openLogin } from './root.ts'
export type { LoginContext, LoginEvent, LoginTab } from './types.ts'
export { type LoginSnapshot, useLogin } from './use-login.ts'
