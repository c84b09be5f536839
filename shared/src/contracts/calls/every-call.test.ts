import { expect, it } from 'vitest'
import { everyCall } from './every-call.ts'

/** As the documented product lists them. */
const documented = [
  'POST /api/index/login',
  'POST /api/index/sendcode',
  'GET /api/index/getuserinfo',
  'POST /api/user/refreshToken',
  'GET /api/user/getUserInfo',
  'GET /api/user/center',
  'GET /api/user/getBalance',
  'GET /api/user/currency',
  'POST /api/user/currency_edit',
  'GET /api/user/getavatars',
  'POST /api/user/modify',
  'POST /api/user/upload',
  'POST /api/user/nickname',
  'POST /api/user/passwordchange',
  'POST /api/user/codepasswordchange',
  'POST /api/user/paypasswordchange',
  'POST /api/user/emailupdate',
  'POST /api/user/phoneupdate',
  'GET /api/user/vip_center',
  'POST /api/user/receive',
  'GET /api/user/referral_data',
  'POST /api/analytics/receiveEvents',
]

it.each(documented)('the contract has the documented %s', (line) => {
  const described = [...everyCall.values()].flatMap(({ method, path, alias = path }) => [
    `${method} ${path}`,
    `${method} ${alias}`,
  ])
  expect(described).toContain(line)
})
