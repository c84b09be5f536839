export { defaultCountry } from './default-country.ts'
export {
  closeLogin,
  dropInvitation,
  keepInvitation,
  loginActor,
  openLogin,
  readInvitation,
} from './root.ts'
export { cleanCode } from './setup.ts'
export type { LoginContext, LoginEvent, LoginTab } from './types.ts'
export { type LoginSnapshot, useLogin } from './use-login.ts'
export { waitOf } from './wait.ts'
