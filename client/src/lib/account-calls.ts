import {
  avatarAnswerSchema,
  avatarSchema,
  balanceAnswerSchema,
  type Center,
  type CodeSent,
  centerSchema,
  codeSentSchema,
  currencySchema,
  type LoginBody,
  type OwnerProof,
  type SendCodeBody,
  type SignedIn,
  sessionSchema,
  signedInSchema,
  type UndoableChange,
  type User,
  undoableChangeSchema,
  userSchema,
} from '@minefall/shared/contracts'
import { z } from 'zod'
import { deviceId } from '../machines/connection/identity.ts'
import { keptSession } from '../machines/session/kept-session.ts'
import { getData, postData, postWithToken } from './api.ts'
import { localStore } from './storage.ts'

// Every call rejects with a `CallError`.

export type Currency = z.infer<typeof currencySchema>
export type BalanceAnswer = z.infer<typeof balanceAnswerSchema>
/** A drawn avatar to choose. */
export type AvatarChoice = z.infer<typeof avatarSchema>
/** A device that is signed in. */
export type Session = z.infer<typeof sessionSchema>

const nothing = z.null()
const post = async (url: string, body: object): Promise<void> => void (await postData(url, body, nothing))

/** Signs in, or registers with a code. What to do with the answer is the session machine's. */
export const signIn = (body: LoginBody): Promise<SignedIn> =>
  postData('/api/index/login', body, signedInSchema)

/** Sends a code, bound to this device. `seconds` until the next one may be asked for. */
export const sendCode = (body: SendCodeBody): Promise<CodeSent> =>
  postData('/api/index/sendcode', body, codeSentSchema, { headers: { 'x-device-id': deviceId(localStore) } })

export const fetchUser = (): Promise<User> => getData('/api/user/getUserInfo', userSchema)
export const fetchBalance = (): Promise<BalanceAnswer> => getData('/api/user/getBalance', balanceAnswerSchema)
export const fetchCenter = (): Promise<Center> => getData('/api/user/center', centerSchema)

export const fetchCurrencies = (): Promise<Currency[]> =>
  getData('/api/user/currency', z.array(currencySchema))
export const changeCurrency = (code: string): Promise<User> =>
  postData('/api/user/currency_edit', { currencycode: code }, userSchema)

export const fetchAvatars = (): Promise<AvatarChoice[]> =>
  getData('/api/user/getavatars', z.array(avatarSchema))
export const chooseAvatar = (avatarid: string): Promise<{ avatar: string }> =>
  postData('/api/user/modify', { avatarid }, avatarAnswerSchema)

/** `onProgress` hears which share is sent, from 0 to 1. Rejects with axios' own error when aborted by `signal`. */
export const uploadAvatar = (
  image: Blob,
  { onProgress, signal }: { onProgress(share: number): void; signal?: AbortSignal },
): Promise<{ avatar: string }> => {
  const form = new FormData()
  form.append('image', image)
  return postData('/api/user/upload', form, avatarAnswerSchema, {
    onUploadProgress: ({ progress }) => progress !== undefined && onProgress(progress),
    ...(signal ? { signal } : {}),
  })
}

export const changeNickname = (nickname: string): Promise<{ nickname: string }> =>
  postData('/api/user/nickname', { nickname }, z.object({ nickname: z.string() }))

export const changePassword = (body: { currentPassword: string; newPassword: string }): Promise<void> =>
  post('/api/user/passwordchange', body)
export const changePasswordByCode = (body: {
  verificationCode: string
  newPassword: string
}): Promise<void> => post('/api/user/codepasswordchange', body)
/** With a code, `currentPassword` is the login password of who forgot it, or empty where none is set yet. */
export const changePaymentPassword = (body: {
  currentPassword: string
  newPassword: string
  verificationCode?: string
}): Promise<void> => post('/api/user/paypasswordchange', body)

/** A proof of ownership. Without it a change of a contact is refused with 1207. */
type Proof = OwnerProof | Record<never, never>

export const changeEmail = (body: { email: string; verificationCode: string } & Proof): Promise<void> =>
  post('/api/user/emailupdate', body)
/** `phonecode` is the dial code without plus, `countrycode` the country's letters. */
export const changePhone = (
  body: { phone: string; phonecode: string; countrycode: string; verificationCode: string } & Proof,
): Promise<void> => post('/api/user/phoneupdate', body)

/** Marks this session as its owner's. */
export const confirmSession = (proof: OwnerProof): Promise<void> => post('/api/user/confirmsession', proof)

/** The change that a link undoes. */
export const fetchUndoable = (token: string): Promise<UndoableChange> =>
  postData('/api/account/undoable', { token }, undoableChangeSchema)
/** Undoes the change, once. */
export const undoChange = (token: string): Promise<void> => post('/api/account/undo', { token })

export const fetchSessions = (): Promise<Session[]> => getData('/api/user/sessions', z.array(sessionSchema))
export const endSession = (sessionid: string): Promise<void> => post('/api/user/sessionend', { sessionid })

/** Ends the session of this token, by default the one in store. The session machine calls it at `session.signOut`. */
export const signOut = async (token: string | null = keptSession.token()): Promise<void> => {
  if (token !== null) await postWithToken(token, '/api/user/signout', nothing)
}
export const signOutEverywhere = (): Promise<void> => post('/api/user/signouteverywhere', {})
