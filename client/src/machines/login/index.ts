export {
  closeLogin,
  keepInvitation,
  type LoginSnapshot,
  loginActor,
  openLogin,
  useLogin,
} from './root.ts'
export { cleanCode, waitOf } from './setup.ts'
export type { LoginContext, LoginEvent, LoginTab } from './types.ts'
export { defaultCountry } from './types.ts'
