// The documented calls, errors and limits of accounts, and the tests that hold them, as in accounts.mjs.
import {
  analytics,
  avatars,
  bearer,
  bodies,
  calls,
  changes,
  codes,
  contact,
  contract,
  form,
  http,
  invited,
  invitePage,
  login,
  loginPage,
  notices,
  page,
  passwords,
  profile,
  referral,
  rewards,
  said,
  session,
  sessionPage,
  sessions,
  stored,
} from './places.mjs'

export const callSections = [
  {
    title: '7. The calls it makes',
    statements: [
      [
        'Same origin, bearer when a token is stored, Accept-Language zh-CN.',
        http('asks with the documented language and limit, and gives the parsed data'),
        calls('says zh-CN, and carries the token in store as a bearer'),
      ],
      [
        'POST /api/index/login, read at data.data.',
        calls('POST /api/index/login'),
        login('registers a new email address with a code, and answers the documented fields'),
      ],
      [
        'POST /api/index/sendcode with contactType, contact and countryCode: 验证码发送成功.',
        codes('come once a minute, five times an hour and ten times a day to one who asks'),
        notices('say code-sent in the documented words'),
      ],
      [
        'GET /api/user/getUserInfo: the full user.',
        calls('GET /api/user/getUserInfo'),
        login('registers a new email address with a code, and answers the documented fields'),
      ],
      [
        'GET /api/index/getuserinfo: the same, for other clients; the page asks for the one above.',
        login('registers a new email address with a code, and answers the documented fields'),
      ],
      [
        'POST /api/user/refreshToken: data.token.',
        sessions('give a token thirty minutes, and the next one for it'),
      ],
      [
        'GET /api/user/center.',
        rewards('begin with nothing, say what there is to come, and keep out of caches'),
        passwords('are set by code, changed by the old one, and end every other session'),
      ],
      ['GET /api/user/getBalance: data.coins.', profile('shows the balance of the ledger')],
      [
        'GET /api/user/currency and POST /api/user/currency_edit.',
        profile('shows amounts in the currency that is chosen'),
      ],
      [
        'GET /api/user/getavatars and POST /api/user/modify: 头像更新成功.',
        avatars('are chosen from those there are'),
        notices('say avatar-updated in the documented words'),
      ],
      [
        'POST /api/user/upload: 头像上传成功.',
        avatars('are uploaded by content, whatever the file is called, and served as that and nothing else'),
        notices('say avatar-uploaded in the documented words'),
      ],
      [
        'POST /api/user/nickname: 昵称更新成功.',
        profile('takes a nickname in its one form, for matches too'),
        notices('say nickname-updated in the documented words'),
      ],
      [
        'POST /api/user/passwordchange and codepasswordchange: 密码修改成功.',
        passwords('are set by code, changed by the old one, and end every other session'),
        notices('say password-changed in the documented words'),
      ],
      [
        'POST /api/user/paypasswordchange: 密码修改成功.',
        passwords('for payments begin with a code, differ from the login’s, and are reported'),
        notices('say password-changed in the documented words'),
      ],
      [
        'POST /api/user/emailupdate.',
        changes(
          'needs a proof besides the code to the new contact, and keeps that code valid until the proof comes',
        ),
      ],
      [
        'POST /api/user/phoneupdate.',
        changes('accepts the payment password as a proof, and a phone number next to the email address'),
      ],
      [
        'GET /api/user/vip_center.',
        rewards('show what play moved, what is ready, and why something moved nothing'),
      ],
      [
        'POST /api/user/receive with bonus_type.',
        rewards('show what play moved, what is ready, and why something moved nothing'),
        rewards('refuse strangers and what is no gift, and are described'),
      ],
      [
        'GET /api/user/referral_data.',
        referral('has one’s code and the rule where no one came yet'),
        referral('tells who came by the code, how far they are, what was earned, and why something was not'),
      ],
      [
        'POST /api/analytics/receiveEvents with events and timestamp.',
        analytics('are stored with every documented field'),
      ],
      [
        'Every answer has a body code and a msg or message; 200 is success.',
        http('asks with the documented language and limit, and gives the parsed data'),
        http('that is refused fails with its code, its text and the id of the request'),
        http('has what it says as its text'),
      ],
      [
        'Every documented call is there.',
        contract('the contract has the documented POST /api/analytics/receiveEvents'),
        contract('the contract has the documented GET /api/index/getuserinfo'),
        login('is in the description of the interface, with every documented call'),
      ],
    ],
  },
  {
    title: '8. The error catalogue',
    statements: [
      [
        '1501 and 1502: one refresh, the new token is stored, the request is tried once more.',
        bearer('(1501) gets the next one once and is tried once more'),
        bearer('(1502) gets the next one once and is tried once more'),
        calls('goes on with a renewed token, unseen'),
        sessionPage('an expired token is renewed once and unseen'),
      ],
      [
        'If that fails, token and user are cleared, 登录已失效，请重新登录 is shown, and /login opens.',
        bearer('ends the session when the refresh is refused with 1501'),
        page('expired'),
        notices('say session-expired in the documented words'),
        sessionPage('a revoked one ends at the login'),
      ],
      [
        '1001: 请求参数错误.',
        notices('say bad-parameters in the documented words'),
        login('names what is wrong with a request, in the language asked for'),
      ],
      [
        '1102: 密码错误.',
        loginPage('a password logs in where one wanted to go, and a wrong one is said to be'),
        notices('say wrong-password in the documented words'),
      ],
      [
        '1203: 验证码错误或已过期.',
        loginPage('an email address registers with its code, and a wrong one is said to be'),
        notices('say wrong-code in the documented words'),
      ],
      [
        'Any other code: the server’s msg or message, or 请求失败.',
        said('of an unknown code is what the server says (documented)'),
        said('of an unknown code without words is that the request failed'),
        http('has what it says as its text'),
      ],
      [
        'HTTP 401: storage is cleared, 身份验证失败，请重新登录, /login.',
        bearer('ends the session, without a refresh'),
        session('because the token is unauthenticated clears the two keys'),
        page('unauthenticated'),
        notices('say unauthenticated in the documented words'),
        sessionPage('a second tab signs in and out, and the first follows'),
        sessionPage('a revoked one ends at the login'),
      ],
      [
        'ECONNABORTED: 请求超时，请检查网络连接.',
        http('without an answer in time says so'),
        said('without an answer in time is that it timed out'),
      ],
      [
        'Other transport errors: the error’s message, or 网络错误，请稍后重试.',
        said('without a network is the transport’s message, or that the network failed'),
      ],
      [
        'A login or a code that fails: the error’s message is shown in the dialog, or the documented fallback.',
        form('a refusal is shown and keeps the form; typing takes it away'),
        form('failed otherwise, it may be tried again at once'),
      ],
    ],
  },
  {
    title: '9. Business constants and limits',
    statements: [
      [
        'Request timeout 10,000 ms.',
        http('asks with the documented language and limit, and gives the parsed data'),
      ],
      [
        'User refresh every 10 s; delayed refresh 100 ms.',
        session('is made every 10 s while signed in, and no more after'),
        session('keeps token and user, says so, and asks for everything 100 ms later'),
      ],
      ['At most one retry after a token refresh.', bearer('is tried at most once more')],
      ['Resend countdown 60 s.', form('happens once for two presses, and not while the seconds run')],
      [
        'Password 6, code 6 digits, nickname 2 characters, avatar 5 MB, phone 6–15 digits.',
        bodies('ask for six characters of a new password'),
        bodies('that is taken is its own normal form, 2 to 20 characters'),
        avatars('are at most 5 MB, just above that and far above'),
        contact('is a phone with 6 to 15 digits and no plus'),
      ],
      [
        'A default invitation code of eight digits is sent when none is entered.',
        invitePage('an invitation is typed or emptied at the login form, and a short one is refused'),
        invited('a sign-in tells the device and the default invitation code'),
        login('brings the invited to who invited them'),
      ],
      ['Default exchange rate 1, vipLevel 0.', stored('without its fields has the documented defaults')],
      [
        'Storage keys auth_token and user_info.',
        session('keeps token and user, says so, and asks for everything 100 ms later'),
      ],
      ['Default request language zh-CN.', calls('says zh-CN, and carries the token in store as a bearer')],
    ],
  },
]
