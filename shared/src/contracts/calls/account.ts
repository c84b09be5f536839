import * as z from 'zod/mini'
import type { Call } from '../call.ts'
import { codeSentSchema, loginBodySchema, ownerProofSchema, sendCodeBodySchema } from '../rest/login.ts'
import {
  avatarAnswerSchema,
  avatarEditBodySchema,
  avatarSchema,
  balanceAnswerSchema,
  codePasswordChangeBodySchema,
  currencyEditBodySchema,
  currencySchema,
  emailUpdateBodySchema,
  nicknameAnswerSchema,
  nicknameBodySchema,
  passwordChangeBodySchema,
  payPasswordChangeBodySchema,
  phoneUpdateBodySchema,
  sessionEndBodySchema,
  sessionSchema,
  signedInSchema,
  undoableChangeSchema,
  undoBodySchema,
  userSchema,
} from '../rest/profile.ts'

/** Signs in, or registers with a code. */
export const signIn = {
  method: 'POST',
  path: '/api/index/login',
  may: 'anyone',
  body: loginBodySchema,
  answer: signedInSchema,
} as const satisfies Call

/** Sends a code, bound to the device of `x-device-id`. */
export const sendCode = {
  method: 'POST',
  path: '/api/index/sendcode',
  may: 'visitor',
  body: sendCodeBodySchema,
  answer: codeSentSchema,
} as const satisfies Call

export const user = {
  method: 'GET',
  path: '/api/user/getUserInfo',
  alias: '/api/index/getuserinfo',
  may: 'player',
  answer: userSchema,
} as const satisfies Call

export const balance = {
  method: 'GET',
  path: '/api/user/getBalance',
  may: 'player',
  answer: balanceAnswerSchema,
} as const satisfies Call

export const currencies = {
  method: 'GET',
  path: '/api/user/currency',
  may: 'player',
  answer: z.array(currencySchema),
} as const satisfies Call

export const chooseCurrency = {
  method: 'POST',
  path: '/api/user/currency_edit',
  may: 'player',
  body: currencyEditBodySchema,
  answer: userSchema,
} as const satisfies Call

export const changeNickname = {
  method: 'POST',
  path: '/api/user/nickname',
  may: 'player',
  body: nicknameBodySchema,
  answer: nicknameAnswerSchema,
} as const satisfies Call

export const avatars = {
  method: 'GET',
  path: '/api/user/getavatars',
  may: 'player',
  answer: z.array(avatarSchema),
} as const satisfies Call

export const chooseAvatar = {
  method: 'POST',
  path: '/api/user/modify',
  may: 'player',
  body: avatarEditBodySchema,
  answer: avatarAnswerSchema,
} as const satisfies Call

export const uploadAvatar = {
  method: 'POST',
  path: '/api/user/upload',
  may: 'player',
  form: true,
  answer: avatarAnswerSchema,
} as const satisfies Call

/** An uploaded avatar; its address changes with every upload. */
export const avatar = {
  method: 'GET',
  path: '/api/user/avatar/:id',
  may: 'anyone',
  params: z.object({ id: z.uuid() }),
  answer: 'file',
} as const satisfies Call

export const changePassword = {
  method: 'POST',
  path: '/api/user/passwordchange',
  may: 'player',
  body: passwordChangeBodySchema,
  answer: z.null(),
} as const satisfies Call

export const changePasswordByCode = {
  method: 'POST',
  path: '/api/user/codepasswordchange',
  may: 'player',
  body: codePasswordChangeBodySchema,
  answer: z.null(),
} as const satisfies Call

export const changePaymentPassword = {
  method: 'POST',
  path: '/api/user/paypasswordchange',
  may: 'player',
  body: payPasswordChangeBodySchema,
  answer: z.null(),
} as const satisfies Call

export const changeEmail = {
  method: 'POST',
  path: '/api/user/emailupdate',
  may: 'player',
  body: emailUpdateBodySchema,
  answer: z.null(),
} as const satisfies Call

export const changePhone = {
  method: 'POST',
  path: '/api/user/phoneupdate',
  may: 'player',
  body: phoneUpdateBodySchema,
  answer: z.null(),
} as const satisfies Call

export const sessions = {
  method: 'GET',
  path: '/api/user/sessions',
  may: 'player',
  answer: z.array(sessionSchema),
} as const satisfies Call

/** Marks this session as its owner’s. */
export const confirmSession = {
  method: 'POST',
  path: '/api/user/confirmsession',
  may: 'player',
  body: ownerProofSchema,
  answer: z.null(),
} as const satisfies Call

export const endSession = {
  method: 'POST',
  path: '/api/user/sessionend',
  may: 'player',
  body: sessionEndBodySchema,
  answer: z.null(),
} as const satisfies Call

export const signOutEverywhere = {
  method: 'POST',
  path: '/api/user/signouteverywhere',
  may: 'player',
  answer: z.null(),
} as const satisfies Call

/** The change that a link undoes. */
export const undoable = {
  method: 'POST',
  path: '/api/account/undoable',
  may: 'anyone',
  body: undoBodySchema,
  answer: undoableChangeSchema,
} as const satisfies Call

/** Undoes the change, once. */
export const undo = {
  method: 'POST',
  path: '/api/account/undo',
  may: 'anyone',
  body: undoBodySchema,
  answer: z.null(),
} as const satisfies Call
