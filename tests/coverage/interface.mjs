// What the documented product says of the player's interface, statement by statement, and the tests that hold it, as in
// accounts.mjs. What it says of the support chat is in support.mjs.
const client = (file) => (title) => [`client/src/${file}`, title]
const routes = client('app/router.test.ts')
const crash = client('app/crash.test.tsx')
const loginForm = client('machines/login/machine.test.ts')
const connection = client('machines/connection/machine.test.ts')
const signedIn = client('machines/connection/identify.test.ts')
const events = client('analytics/events.test.ts')
const queue = client('analytics/queue.test.ts')
const backup = client('analytics/backup.test.ts')
const ownThemes = client('features/themes/custom-themes.test.ts')
const shared = (file) => (title) => [`shared/src/${file}.test.ts`, title]
const presets = shared('theme/presets')
const languages = shared('languages/languages')
const analytics = (title) => ['platform/src/analytics/analytics.test.ts', title]
const inBrowser = (file) => (title) => [`tests/e2e/${file}.spec.ts`, title]
const routesPage = inBrowser('routes')
const loginPage = inBrowser('login')
const trialPage = inBrowser('trial')
const lobbyPage = inBrowser('lobby')
const sharePage = inBrowser('share')
const profilePage = inBrowser('profile')
const robustPage = inBrowser('robust')
const analyticsPage = inBrowser('analytics')
const themesPage = inBrowser('themes')
const axePage = inBrowser('axe')

export const interfaceSections = [
  {
    title: '1. What the product does and for whom',
    statements: [
      [
        'Players take turns opening tiles. A player who opens a mine is out at once, and the last one left takes the others’ coins.',
        trialPage('a whole match is played by keyboard, and its live log reads as a story'),
        ['shared/src/game/playing.test.ts', 'puts anyone who opens a mine out at once, in last place'],
        [
          'shared/src/game/playing.test.ts',
          'ends the match the moment one player is left, who takes the pot',
        ],
        [
          'tests/integration/battles.test.ts',
          'stake, play, and are paid to the unit, and every way of asking agrees',
        ],
      ],
      [
        'A guest gets a trial match of 5, whose coins cannot be withdrawn.',
        trialPage('a guest plays a trial of five to its result and again'),
        sharePage('a whole match with less motion is shared'),
        [
          'platform/src/wallet/withdrawals/refusals.test.ts',
          'is one of bonus coins, trial coins or coins that are held',
        ],
      ],
      [
        'Login and registration are one flow, by phone or email, with a code or a password.',
        loginPage('an email address registers with its code, and a wrong code is reported'),
        loginPage('a password leads to the page that was asked for, and a wrong password is reported'),
        loginPage('a phone number written three ways is one account'),
      ],
      [
        'Logging in unlocks battles with others: a guest is asked to sign in for coins and keeps what they have.',
        ['tests/integration/battles.test.ts', 'a guest is asked to sign in, by the lobby and at the table'],
        routesPage('a game that does not exist says so, and one for coins asks a guest to log in'),
      ],
      [
        'Themes, languages, game history and an activity center are there for players.',
        axePage('axe finds nothing on any page, the profile or what is set'),
        axePage('axe finds nothing on any sheet about coins, gifts or play'),
        inBrowser('walk')('guests read every language on a phone'),
      ],
      [
        'Loading tips mention cash prizes and easy withdrawals.',
        client('features/match/loading-seat.test.tsx')('a game that loads tells something worth knowing'),
      ],
      ['The footer shows the copyright year 2025.', routesPage('the footer has its year')],
    ],
  },
  {
    title: '2. Screens and routes',
    statements: [
      [
        'Home, Game Center, Game Play and the theme demo are open to all.',
        routes('/ shows /'),
        routes('/games shows /games'),
        routes('/theme-demo shows /theme-demo'),
        routes('/game/mines-trial shows /game/mines-trial'),
        axePage('axe finds nothing on any page, the profile or what is set'),
      ],
      [
        '/profile, /wallet, /deposit and /withdraw are modals over Home, by the query modal.',
        routes('/profile shows /?modal=profile'),
        routes('/wallet shows /?modal=wallet'),
        routes('/deposit shows /?modal=deposit'),
        routes('/withdraw shows /?modal=withdraw'),
        routesPage('addresses of dialogs lead to them over Home, and unknown ones to Home'),
      ],
      [
        '/login is for guests: anyone who is signed in is sent to /.',
        routes('the login is for guests: others are sent home'),
      ],
      ['/game/{gameId} passes its id to the screen.', routes('gets its id, and what its query says')],
      [
        '/test/profile-modal requires a login: the modal opens, the path is remembered and the navigation is canceled.',
        routes('navigated to by a guest is canceled where they stand'),
        loginPage('a password leads to the page that was asked for, and a wrong password is reported'),
      ],
      ['Any unknown path leads to /.', routes('/nowhere shows /'), routes('/nowhere/at/all shows /')],
      [
        'The title is the product’s name, or a route’s title, a dash and the name.',
        routesPage('titles are the product name, or a route title, a dash and the product name'),
      ],
      [
        'An unauthenticated or expired session is sent to /login, and the next login leads back.',
        inBrowser('session')('a revoked one ends at the login'),
        client('app/follow-session.test.ts')('goes to the login when the session is expired'),
        client('app/follow-session.test.ts')('goes to the login when the session is unauthenticated'),
        client('app/follow-session.test.ts')('whose session ended goes back to where it was'),
      ],
      [
        'The login modal is shown over every page, and the backdrop closes it.',
        loginPage('the keyboard alone is enough, in whatever language is chosen'),
        loginPage('the backdrop closes the modal and forgets the page that was asked for'),
      ],
      [
        'It has two tabs, code first; one field for phone or email that says which it detected; for phones, a country with its dial code, typed or chosen from a list.',
        loginForm('opens with the fields, the error, the detected type and the countdown as at first'),
        loginPage('an email address registers with its code, and a wrong code is reported'),
        loginPage('a phone number written three ways is one account'),
      ],
      [
        'It has a code field with a countdown, a password that can be shown, an error line, a link from password to code, and a language switcher.',
        loginForm('counts down each second'),
        loginPage('the keyboard alone is enough, in whatever language is chosen'),
        loginPage('a password leads to the page that was asked for, and a wrong password is reported'),
      ],
      [
        'The login button shows a spinner while loading.',
        loginPage('a password leads to the page that was asked for, and a wrong password is reported'),
      ],
      [
        'The wallet has balance, deposit, withdraw, histories, a method list, an order preview, a payment guide, a proof upload and a success screen.',
        inBrowser('deposit')('an amount becomes an order, a picture proves its payment'),
        inBrowser('wallet')('the wallet shows every coin while a match is played'),
        inBrowser('withdraw')('a withdrawal to a bank card is in the statement and in its file'),
      ],
      [
        'A currency is switched in a dialog.',
        profilePage('the display currency is chosen in its dialog, and the account follows'),
      ],
      [
        'The profile has the tabs avatar, phone, email and nickname, each with an address.',
        routes('a tab belongs to the profile, and must be one it has'),
        profilePage(
          'a new nickname is in the header at once and in another tab, and back closes the profile',
        ),
      ],
      [
        'The game screen has connection status, full screen, settings, help, the result and a way to report a problem.',
        inBrowser('trial')('a guest plays a trial of five to its result and again'),
        sharePage(
          'a whole match with less motion is shared as a picture and a link, and a problem of it is reported',
        ),
      ],
      [
        'There are a login-required panel, a trial-ended panel for guests and a panel with the game hall’s rules.',
        inBrowser('live-session')('a seat survives signing in and a reload'),
        loginPage('a guest is asked to log in before the wallet, and their inviter is sent along'),
        sharePage('a whole match with less motion is shared'),
        lobbyPage('players, seats, waits, live matches and wins follow one match as it is played'),
      ],
      [
        'There is a theme customizer.',
        themesPage('a theme is chosen, made, repaired, shared, saved by another, deleted and brought back'),
      ],
    ],
  },
  {
    title: '3. Entities and their fields',
    statements: [
      [
        'A theme has id, nameKey, descriptionKey, category and seven colors; the nineteen presets are in their categories, and there is a custom one.',
        presets('are the nineteen of the product, in their categories'),
        presets('are found by their ids alone'),
        shared('theme/custom')('are read as they were written'),
      ],
      [
        'The default theme is dark gray with an orange primary.',
        client('styles/theme-default.test.ts')('is what the default theme derives to'),
        shared('theme/custom')('holds its colors'),
      ],
      [
        'An analytics event has eventType (page_view, game_enter, button_click), eventName, sessionId, timestamp, deviceType (mobile, desktop), currentUrl, userId or null, userAgent, referrer, gameId, fromPage and additionalData.',
        shared('analytics/event')('an event is as documented, and what need not be told may be left out'),
        events('an event says what happened, and the documented rest'),
        analytics('are stored with every documented field'),
      ],
      [
        'Local storage: locale, currentTheme, user_analytics_backup, and the session id.',
        themesPage('a theme is chosen, made, repaired, shared, saved by another, deleted and brought back'),
        ownThemes('the remembered theme is a preset, a custom one, or the default'),
        analyticsPage('pages, games and buttons are counted'),
        robustPage('texts that are missing are said in English'),
      ],
    ],
  },
  {
    title: '4. States and transitions',
    statements: [
      [
        'The connection is connected, connecting or disconnected.',
        connection('is live with the welcome, and says nothing before it'),
        inBrowser('network')(
          'a network cut in mid-turn is announced, keeps the seat and a press, and comes back to the same state',
        ),
      ],
      [
        'Reconnect messages exist for each cause: network, server, timeout, kicked and game disconnected.',
        client('i18n/codes.test.ts')('every close code has its message'),
        signedIn('a connection that is closed as signed out tries its token with a call'),
      ],
      [
        'The locale is that of the saved choice, then of the browser; Chinese is disabled; en-US is the fallback.',
        languages('seven languages are known, and Chinese is blocked'),
        languages('the language to begin with'),
      ],
    ],
  },
  {
    title: '7. The calls it makes',
    statements: [
      [
        'POST /api/analytics/receiveEvents: events and timestamp; a status that is not ok counts as failure, and events are kept for a retry and backed up.',
        analyticsPage(
          'pages, games and buttons are counted, kept while they can’t be sent, and sent as the page goes',
        ),
        queue(
          'waits in the backup, is logged, and is tried again ever more slowly, with what came in the meantime',
        ),
        shared('analytics/event')('a call brings 1 to 100 events, and the time it is sent at'),
      ],
      [
        'As the page is left, the same body goes by beacon.',
        queue('hands what it has to a beacon, and keeps it until it is known to be received'),
        analyticsPage(
          'pages, games and buttons are counted, kept while they can’t be sent, and sent as the page goes',
        ),
      ],
      [
        'Flags, icons and the texts of each language are files that are loaded when they are needed.',
        client('i18n/i18n.test.ts')('common is at hand at once, others when they are asked for'),
        inBrowser('budgets')(
          'a cold Home is within its budgets, asks for what it needs at once, and for nothing that is used later',
        ),
      ],
    ],
  },
  {
    title: '8. The error catalogue',
    statements: [
      [
        '“Load Failed” / “Failed to load game, please check your network connection”; “Game Not Found”.',
        client('features/match/failure.test.tsx')(
          'a game that can’t be shown says so in the documented words where the settings ask for them',
        ),
        routesPage('game data that can’t be loaded says so, with a retry that works'),
        routesPage('a game that does not exist says so, and one for coins asks a guest to log in'),
      ],
      [
        'Analytics that can’t be sent is logged and tried again.',
        queue(
          'waits in the backup, is logged, and is tried again ever more slowly, with what came in the meantime',
        ),
      ],
      [
        'A language whose texts can’t be loaded falls back to en-US.',
        robustPage(
          'texts that are missing are said in English, an offline page says so, and both are mended by the network',
        ),
        client('i18n/i18n.test.ts')('a language without a bundle falls back to en-US'),
        client('i18n/chosen-language.test.ts')('texts that are missing are reported'),
      ],
      [
        'Chunk preload errors are raised as an event, and rethrown unless handled.',
        crash('is reported as an event and rethrown unless someone handles it'),
        crash('is not rethrown when it was handled'),
      ],
    ],
  },
  {
    title: '9. Business constants and limits',
    statements: [
      [
        'Analytics are sent at 10 queued events or every 5 s.',
        queue('ten at a time, as the tenth is there'),
        queue('five seconds after the first of them, and a page on which nothing happens has no timer'),
      ],
      ['The local backup holds 1000 events.', backup('keeps the newest 1000 and drops the oldest')],
      [
        'Locales: zh-CN, zh-TW, en-US, ja-JP, ko-KR, ms-MY, pt-BR; Chinese blocked; default en-US.',
        languages('seven languages are known, and Chinese is blocked'),
      ],
      ['A guest’s match has 5 players.', trialPage('a guest plays a trial of five to its result and again')],
    ],
  },
]
