// Each statement of the documented product that touches accounts, and the tests that hold it: a file, and what the
// full name of a test in it contains.
const accounts = (file) => (title) => [`platform/src/accounts/${file}.test.ts`, title]
const login = accounts('login/login')
const codes = accounts('codes/codes')
const passwords = accounts('passwords/passwords')
const sessions = accounts('sessions/sessions')
const avatars = accounts('avatars/avatars')
const profile = accounts('profile')
const pictures = (title) => ['platform/src/files/picture.test.ts', title]
const contact = (title) => ['shared/src/contact/contact.test.ts', title]
const bodies = (title) => ['shared/src/contracts/rest/accounts.test.ts', title]
const notices = (title) => ['shared/src/notices/notices.test.ts', title]
const session = (title) => ['client/src/machines/session/machine.test.ts', title]
const stored = (title) => ['client/src/machines/session/stored-user.test.ts', title]
const form = (title) => ['client/src/machines/login/machine.test.ts', title]
const tabs = (title) => ['client/src/machines/session/tabs.test.ts', title]
const avatarAddress = (title) => ['client/src/machines/session/avatar-address.test.ts', title]
const http = (title) => ['client/src/lib/http.test.ts', title]
const bearer = (title) => ['client/src/lib/bearer-call.test.ts', title]
const calls = (title) => ['client/src/lib/account-calls.test.ts', title]
const said = (title) => ['client/src/lib/notices.test.ts', title]
const page = (title) => ['client/src/app/follow-session.test.ts', title]
const routes = (title) => ['client/src/app/router.test.ts', title]
const invited = (title) => ['client/src/machines/login/parts.test.ts', title]
const live = (title) => ['tests/integration/live-session.test.ts', title]
const inBrowser = (file) => (title) => [`tests/e2e/${file}.spec.ts`, title]
const loginPage = inBrowser('login')
const sessionPage = inBrowser('session')
const profilePage = inBrowser('profile')
const walletPage = inBrowser('wallet')
const wallet = (title) => ['platform/src/wallet/wallet.test.ts', title]
const history = (title) => ['platform/src/matches/history/history.test.ts', title]
const replay = (title) => ['client/src/features/replay/replay.test.ts', title]
const joinBalance = (title) => ['client/src/app/join-balance.test.ts', title]

export const sections = [
  {
    title: '3. Entities and their fields',
    statements: [
      [
        'A login answers id, username, nickname, email, phoneNumber, avatar, coins, level, countrycode, languagecode, flagUrl, phoneCode, invitationCode and token.',
        login('answers the documented fields'),
      ],
      [
        'The stored user has id, username, nickname, email, phoneNumber, avatar, coins, level, vipLevel, countrycode, languagecode, flagUrl, phoneCode, invitationCode, token, currencyCode, currencySymbol and exchangeRate.',
        stored('is read with every documented field'),
      ],
      [
        'username falls back to the e-mail address or the phone number.',
        stored('without a username goes by the e-mail address, or else the phone number'),
      ],
      [
        'level is 1 in the user reader and 0 in the session record where it is missing.',
        stored('has level 1 where none is told, and 0 in the record a session begins with'),
      ],
      [
        'vipLevel is 0 and exchangeRate 1 where they are missing.',
        stored('without its fields has the documented defaults'),
      ],
      [
        'The state also exposes userName and userBalance.',
        session('shows the coins of the user until the balance is known'),
        session('follows a change the player made'),
      ],
      [
        'A separate balance object comes from the balance call; its coins are read.',
        session('shows the coins of the user until the balance is known'),
        profile('shows the balance of the ledger'),
      ],
      ['The display name is the nickname, or the username if there is none, trimmed.', stored('is called')],
      [
        'The balance is coins as a number, 0 if missing or unparsable.',
        stored('coins "" are 0'),
        stored('coins "12" are 12'),
      ],
      [
        'Avatar addresses get a cache-busting query, except signed or expiring ones.',
        avatarAddress('caches ask again'),
        avatarAddress(
          'an address signed or expiring by Expires=1700000000&Signature=abc&Key-Pair-Id=K stays as it is',
        ),
      ],
      [
        'The login payload has username, type, invitationCode, device_id, and password or code; for phones also phoneCode without plus and countrycode.',
        form('logging in phone and password'),
        invited('a sign-in tells the device and the default invitation code'),
        bodies('a login of type 1 reads its contact and what proves it'),
      ],
      [
        'Types 1 to 4: phone with password, phone with code, e-mail with password, e-mail with code.',
        bodies('a login of type 2 reads'),
        bodies('a login of type 3 reads'),
        bodies('a login of type 4 reads'),
        ...['phone and password', 'phone and code', 'e-mail and password', 'e-mail and code'].map((kind) =>
          form(`logging in ${kind}`),
        ),
      ],
      [
        'A country has code, name, dialCode and flag; there are 27.',
        contact('are the 27 documented ones with their dial codes and a flag each'),
      ],
      [
        'Local storage: auth_token, user_info as JSON, device_id.',
        session('keeps token and user, says so, and asks for everything 100 ms later'),
      ],
    ],
  },
  {
    title: '4. States and transitions',
    statements: [
      [
        'A login stores the token and the user, starts a full refresh 100 ms later, a refresh every 10 s and the cross-tab listener, and shows 登录成功.',
        session('keeps token and user, says so, and asks for everything 100 ms later'),
        session('is made every 10 s while signed in, and no more after'),
        tabs('become signed in, and signed out again, with the first'),
        notices('say signed-in in the documented words'),
      ],
      [
        'At the start a stored token and user restore the session, and a full refresh follows after 100 ms.',
        session('with token and user restores at once, and asks for everything 100 ms later'),
        sessionPage('a stored session is restored before the server has said a word, and again at a reload'),
      ],
      [
        'A stored user that cannot be parsed clears the storage.',
        session('clears the two keys and no other'),
        sessionPage('a stored user that cannot be read is cleared with its token, and nothing else is'),
      ],
      [
        'Logout, a failed token refresh, an HTTP 401 and another tab removing the token sign out: user, token, balance and both keys are cleared, and the refresh stops.',
        session('by signing out tells the server, clears the two keys and says so'),
        session('because the token is expired clears the two keys'),
        session('because the token is unauthenticated clears the two keys'),
        tabs('become signed in, and signed out again, with the first'),
      ],
      [
        'Logout shows 已退出登录.',
        session('by signing out tells the server, clears the two keys and says so'),
        notices('say signed-out in the documented words'),
      ],
      ['The periodic refresh signs out on a 401.', calls('ends with HTTP 401')],
      ['Another tab changes user_info: this one adopts it.', tabs('adopt a change of the user')],
      [
        'Another tab sets the token: this one becomes signed in. It clears the token: this one signs out.',
        tabs('become signed in by a token alone, and find out whose it is'),
        tabs('become signed in, and signed out again, with the first'),
        sessionPage('a second tab signs in and out, and the first follows'),
      ],
      [
        'The modal has a visible flag and a pending path; hiding it clears both.',
        form('is hidden until it is opened, and remembers where the visitor wanted to go'),
        form('hidden, it has forgotten the path and everything that was typed'),
        loginPage('the backdrop closes the modal and forgets where one wanted to go'),
      ],
      [
        'A login returns the pending path once and clears it.',
        form('returns the path once after a sign-in, and clears it'),
        loginPage('a password logs in where one wanted to go, and a wrong one is said to be'),
      ],
      [
        'The tab is code or password, code when opened; switching clears password, code and error.',
        form('switching clears the password, the code and the error, and keeps the contact'),
        form('opens with the fields, the error, the detected type and the countdown as at first'),
      ],
      [
        'Opening resets the fields, the error, the detected type and the countdown.',
        form('opens with the fields, the error, the detected type and the countdown as at first'),
      ],
      [
        'The detected contact is none, phone or email, again at each input.',
        form('is read as phone'),
        form('is read as email'),
        form('is read as none'),
      ],
      [
        'Sending is disabled while sending, in the countdown, and without a valid contact.',
        form('needs a contact'),
        form('happens once for two presses, and not while the seconds run'),
      ],
      [
        'A sent code starts a countdown of 60 s, told each second.',
        form('counts down each second'),
        form('happens once for two presses, and not while the seconds run'),
      ],
      [
        'The button is enabled with a contact and six characters of password or code, and disabled while loading.',
        form('is not possible with'),
        form('is sent once for two presses'),
      ],
    ],
  },
  {
    title: '5. Validation rules',
    statements: [
      [
        'A phone loses spaces, dashes and brackets; with a plus it has 7 to 15 digits.',
        contact('is a phone with a plus and 7 to 15 digits, whatever spaces, dashes and brackets are in it'),
      ],
      ['Without a plus it has 6 to 15 digits.', contact('is a phone with 6 to 15 digits and no plus')],
      [
        'An e-mail address is something, an at sign, something, a dot, something, without spaces.',
        contact('is an e-mail with an at sign and a dot behind it, and no spaces'),
      ],
      [
        'A contact that is neither: “Please enter a valid phone number or email.”',
        bodies('read a contact the same way'),
        notices('say contact-invalid in the documented English words'),
      ],
      [
        'The dial-code field holds digits behind a plus.',
        contact('holds digits behind one plus, whatever is typed'),
      ],
      [
        'Left empty, it gets the selected country’s code back.',
        contact('gets the selected country’s code back when it is left empty'),
      ],
      [
        'A known dial code selects its country.',
        contact('selects the country of a known code, and keeps the selected one where several share it'),
      ],
      [
        'An unknown one becomes what it was.',
        contact('goes back to what it was where the code is not known'),
      ],
      [
        'A password has at least 6 characters, “Password must be at least 6 characters”.',
        bodies('ask for six characters of a new password'),
        passwords('that are short, common or wrong are refused before anything changes'),
        notices('say password-short in the documented English words'),
      ],
      [
        'A verification code has 6 digits, “Verification code must be 6 digits”.',
        bodies('a login is refused where it is'),
        notices('say code-length in the documented English words'),
      ],
      [
        '“Please enter username”, “Please enter a valid phone number”, “Please enter a valid email address”, “Please enter password”, “Please enter verification code”.',
        ...['username-required', 'phone-invalid', 'email-invalid', 'password-required', 'code-required'].map(
          (name) => notices(`say ${name} in the documented English words`),
        ),
      ],
      [
        'A contact is required before a code is sent.',
        form('needs a contact'),
        bodies('read a contact the same way'),
      ],
      [
        'An avatar is a JPG, PNG or GIF of at most 5 MB, with the documented messages.',
        profilePage(
          'an avatar is chosen, or uploaded upright after it was cropped by keys; no other file is',
        ),
        avatars('are at most 5 MB, just above that and far above'),
        notices('say image-format in the documented English words'),
        notices('say image-large in the documented English words'),
      ],
      [
        'A nickname is required and has at least 2 characters, with the documented messages.',
        bodies('"" is refused with nickname-required'),
        bodies('"x" is refused with nickname-short'),
        notices('say nickname-required in the documented English words'),
        notices('say nickname-short in the documented English words'),
      ],
      [
        'The profile’s phone number: “Phone number is too short”.',
        bodies('read a contact the same way'),
        notices('say phone-short in the documented English words'),
      ],
      [
        'The profile’s e-mail address: “Invalid email format”.',
        bodies('read a contact the same way'),
        notices('say email-format in the documented English words'),
      ],
      [
        'The profile’s verification code has 6 digits.',
        bodies('read a contact the same way'),
        profilePage('phone and e-mail change by the code sent to the new one'),
      ],
      [
        'An avatar is uploaded as multipart form data in the field image.',
        avatars('come in the field image of a form, from somebody who is signed in'),
      ],
    ],
  },
  {
    title: '6. Roles and permissions',
    statements: [
      [
        'A guest plays a trial; trial coins stay with the account that the guest becomes.',
        login('keeps the guest of the device: name, coins and id'),
      ],
      [
        '/login is for guests: whoever is signed in is sent to /.',
        routes('the login is for guests: others are sent home'),
      ],
      [
        '/test/profile-modal wants a login: the modal opens, the path is remembered and the navigation cancelled.',
        routes('navigated to by a guest is cancelled where they stand'),
        routes('opened directly by a guest lands on Home and asks them to sign in for that path'),
      ],
      [
        'Requests carry a bearer token from auth_token when one exists.',
        calls('says zh-CN, and carries the token in store as a bearer'),
      ],
    ],
  },
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
        login('registers a new e-mail address with a code, and answers the documented fields'),
      ],
      [
        'POST /api/index/sendcode with contactType, contact and countryCode: 验证码发送成功.',
        codes('come once a minute, five times an hour and ten times a day to one who asks'),
        notices('say code-sent in the documented words'),
      ],
      [
        'GET /api/index/getuserinfo and GET /api/user/getUserInfo: the full user.',
        calls('GET /api/user/getUserInfo'),
        login('is in the description of the interface, with every documented call'),
      ],
      [
        'POST /api/user/refreshToken: data.token.',
        sessions('give a token thirty minutes, and the next one for it'),
      ],
      [
        'GET /api/user/center.',
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
        'POST /api/user/paypasswordchange.',
        passwords('for payments begin with a code, differ from the login’s, and are told'),
      ],
      [
        'POST /api/user/emailupdate.',
        profile('takes another e-mail address with the code sent to it, and tells the old one'),
      ],
      [
        'POST /api/user/phoneupdate.',
        profile('takes a phone number beside the e-mail address, which is told'),
      ],
      [
        'Every answer has a body code and a msg or message; 200 is success.',
        http('asks with the documented language and limit, and gives the parsed data'),
        http('that is refused fails with its code, its text and the id of the request'),
        http('has what it says as its text'),
      ],
      [
        'Every documented call is there.',
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
        loginPage('an e-mail address registers with its code, and a wrong one is said to be'),
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
  {
    title: 'Beyond what is documented',
    statements: [
      [
        '100,000 guesses at a password or a code, from many addresses, get nowhere and lock nobody out.',
        [
          'platform/src/accounts/guesses.long.test.ts',
          'at a password get nowhere, and the owner signs in meanwhile',
        ],
        [
          'platform/src/accounts/guesses.long.test.ts',
          'at a code get nowhere, and the owner gets one of theirs',
        ],
        login('gets guessers of passwords nowhere, and locks nobody out'),
      ],
      [
        'Known and unknown contacts get the same answers.',
        login(
          'answers a wrong password the same with an account, without one, and with one that has no password',
        ),
        codes('are bounded for strangers alike, with an account and without one'),
      ],
      [
        'The same phone written in several ways is one account.',
        loginPage('a phone number written three ways is one account'),
        login('knows a phone number in each of the ways it is written'),
      ],
      [
        'A stolen old token is detected.',
        sessions('end for both, and tell the owner, when a copy of an old token is refreshed'),
      ],
      [
        'A refresh whose answer is lost signs nobody out.',
        bearer('signs nobody out when the refresh is lost'),
        sessionPage('also when the answer is lost'),
        sessions('sign nobody out for an answer that was lost, however late they come back'),
      ],
      [
        'Tabs that race refresh once.',
        bearer('in two tabs that race is renewed by one of them alone'),
        sessions('give tabs that race the same token'),
      ],
      [
        'A polyglot, an SVG, a bomb and a wrong type are no avatars.',
        pictures('that is something else as well comes out as the picture alone'),
        pictures('is no bomb: neither larger than can be unpacked, nor larger than it says'),
        pictures('is not an SVG behind the signature of a PNG'),
      ],
      [
        'Nicknames with script, bidi or zero-width characters are harmless.',
        bodies('that is taken is its own normal form, 2 to 20 characters, with nothing invisible'),
        bodies('"<b>x</b>" becomes "<b>x</b>"'),
      ],
      [
        'A guest’s trial survives signing in: to a new account, to one that exists, and over a new connection.',
        live('who registers stays in the match, over the same socket'),
        live('who signs in to an account that exists plays on'),
        live('has the seat again as the account over a new socket'),
      ],
      [
        'A revoked session closes its sockets with the reason, and no others.',
        live('when another device ends it'),
        live('when the password changes'),
        live('when somebody signs out everywhere'),
        live('when a stolen token is used'),
      ],
      [
        'Balance and profile changes are pushed as well as polled.',
        live('is told to its sockets at every BFF, and to no others'),
        ['client/src/app/live-session.test.ts', 'of the profile is read again'],
      ],
      [
        'An older balance never takes the place of a newer one, asked for or pushed, and never another account’s.',
        session('is the newest that was told, over the connection or by a call, in whatever order they come'),
        session('of another account counts from its own version'),
        joinBalance('a connection that is still of who was signed in before tells nothing of who is now'),
      ],
      [
        'The wallet shows the balance by asset with what is held, and a statement of every entry, as they change.',
        walletPage('the wallet tells of every coin while a match is played'),
        wallet('tells the balance as the ledger does, with what is held apart from what is available'),
        wallet('is paged to its end without an entry twice or missed, also while entries come in'),
        wallet('adds up: each entry says the balance that the one below it led to'),
        wallet('shows with somebody else’s cursor what is one’s own, and nothing of theirs'),
      ],
      [
        'The game history lists one’s own matches and nobody else’s, each with what the ledger says it changed.',
        history('tells of a guest’s trial that a restart fell into'),
        history('tells of coins won less the rake, lost, and given back before the start and after it'),
        history(
          'tells of a pot that four shared when the match could not go on, and that who was out has lost',
        ),
        history(
          'stays with the guest who became an account, and is not passed on to an account they sign in to',
        ),
        history('is read in pages that stay as they are while matches go on ending, of one asset or all'),
        [
          'platform/src/matches/history/routes.test.ts',
          'show everybody their own list and nobody another’s, and a match that is over to all',
        ],
      ],
      [
        'A match that is over is replayed move by move, at an address of its own.',
        replay('are one for each opened tile and one before the first'),
        replay('show the last tile of a board before the next board is dealt'),
        replay('opens where it is asked for, as far as there is'),
        inBrowser('replay')('a match that is over is replayed move by move, at an address that follows'),
      ],
      [
        'Who invited is remembered until somebody signs in.',
        invited('a sign-in tells who invited, and forgets it'),
        loginPage('a guest is asked to log in before the wallet, and who invited is told'),
      ],
      [
        'Passwords, payment password and devices are changed in the profile.',
        profilePage('passwords are set with a code and changed with the old one'),
        profilePage('a device that is signed out in the profile is led to the login'),
      ],
      [
        'Phone number and e-mail address are changed with the code sent to the new one.',
        profilePage('phone and e-mail change by the code sent to the new one'),
      ],
      [
        'Notices are said in the player’s language or in the documented words, by NOTICE_LANGUAGE.',
        said('is in the language of the player'),
        said('is in the documented words where the settings ask for them'),
      ],
    ],
  },
]
