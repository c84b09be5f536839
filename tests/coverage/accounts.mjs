// Each statement of the documented product that touches accounts, and the tests that hold it: a file, and what the
// full name of a test in it contains.
import {
  avatarAddress,
  avatars,
  bodies,
  calls,
  contact,
  form,
  invited,
  login,
  loginPage,
  notices,
  passwords,
  profile,
  profilePage,
  routes,
  securityPage,
  session,
  sessionPage,
  stored,
  tabs,
} from './places.mjs'

export const accountSections = [
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
        'username falls back to the email address or the phone number.',
        stored('without a username goes by the email address, or else the phone number'),
      ],
      [
        'A missing level is 1 in the user reader and 0 in the session record.',
        stored('has level 1 where none is given, and 0 in the record a session begins with'),
      ],
      [
        'A missing vipLevel is 0, and a missing exchangeRate is 1.',
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
        'Types 1 to 4: phone with password, phone with code, email with password, email with code.',
        bodies('a login of type 2 reads'),
        bodies('a login of type 3 reads'),
        bodies('a login of type 4 reads'),
        ...['phone and password', 'phone and code', 'email and password', 'email and code'].map((kind) =>
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
        loginPage('an email address registers with its code, and a wrong code is reported'),
        sessionPage('a revoked one ends at the login'),
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
        loginPage('the backdrop closes the modal and forgets the page that was asked for'),
      ],
      [
        'A login returns the pending path once and clears it.',
        form('returns the path once after a sign-in, and clears it'),
        loginPage('a password leads to the page that was asked for, and a wrong password is reported'),
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
        'The detected contact is none, phone or email, and is detected again at each input.',
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
        'A sent code starts a countdown of 60 s, shown each second.',
        form('counts down each second'),
        form('happens once for two presses, and not while the seconds run'),
      ],
      [
        'The button is enabled with a contact and six characters of password or code, and disabled while loading.',
        form('is not possible with'),
        form('is sent once for two presses'),
        loginPage('an email address registers with its code, and a wrong code is reported'),
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
        'An email address is something, an at sign, something, a dot, something, without spaces.',
        contact('is an email with an at sign and a dot behind it, and no spaces'),
      ],
      [
        'A contact that is neither: “Please enter a valid phone number or email.”',
        bodies('read a contact the same way'),
        notices('say contact-invalid in the documented English words'),
        loginPage('an email address registers with its code, and a wrong code is reported'),
        sessionPage('a revoked one ends at the login'),
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
        'An unknown one restores the previous value.',
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
        securityPage(
          'an email change takes a code from each address, and the old one undoes it in another browser',
        ),
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
        'The profile’s phone number is required; too short, “Phone number is too short”.',
        bodies('read a contact the same way'),
        bodies('refuse a contact that is empty'),
        notices('say phone-short in the documented English words'),
      ],
      [
        'The profile’s email address is required: “Invalid email format”.',
        bodies('read a contact the same way'),
        bodies('refuse a contact that is empty'),
        notices('say email-format in the documented English words'),
      ],
      [
        'The profile’s verification code has 6 digits.',
        bodies('refuse a verification code that has no 6 digits'),
        securityPage('phone and email change by the code sent to the new one'),
      ],
      [
        'An avatar is uploaded as multipart form data in the field image.',
        avatars('come in the field image of a form, from someone who is signed in'),
      ],
    ],
  },
  {
    title: '6. Roles and permissions',
    statements: [
      [
        'A guest browses Home and the Game Center.',
        routes('/ shows /'),
        routes('/games shows /games'),
        ['tests/e2e/walk.spec.ts', 'guests read every language on a phone'],
      ],
      [
        'A guest plays a trial; trial coins stay with the account that the guest becomes.',
        login('keeps the guest of the device: name, coins and id'),
      ],
      [
        '/login is for guests: anyone who is signed in is sent to /.',
        routes('the login is for guests: others are sent home'),
      ],
      [
        '/test/profile-modal requires a login: the modal opens, the path is remembered and the navigation is canceled.',
        routes('navigated to by a guest is canceled where they stand'),
        routes('opened directly by a guest lands on Home and asks them to sign in for that path'),
      ],
      [
        'A signed-in user has the full profile and battles for coins.',
        securityPage('passwords are set with a code and changed with the old one'),
        profilePage(
          'a new nickname is in the header at once and in another tab, and back closes the profile',
        ),
        ['tests/integration/battles.test.ts', 'stake, play, and are paid to the unit'],
      ],
      [
        'Requests carry a bearer token from auth_token when one exists.',
        calls('says zh-CN, and carries the token in store as a bearer'),
      ],
    ],
  },
]
