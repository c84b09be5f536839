// What accounts, balance and history do beyond what is documented, and the tests that hold it, as in accounts.mjs.
import {
  bearer,
  bodies,
  codes,
  history,
  inBrowser,
  invited,
  joinBalance,
  live,
  login,
  loginPage,
  pictures,
  replay,
  said,
  securityPage,
  session,
  sessionPage,
  sessions,
  wallet,
  walletPage,
} from './places.mjs'

const deposits = (title) => ['platform/src/wallet/deposits/deposits.test.ts', title]
const terms = (title) => ['platform/src/terms/terms.test.ts', title]
const fairness = (file) => (title) => [`platform/src/fairness/${file}.test.ts`, title]
const sealed = (title) => ['client/src/machines/match/sealed.test.ts', title]
const revealing = (title) => ['client/src/machines/match/revealing.test.ts', title]
const playing = (title) => ['client/src/machines/match/playing.test.ts', title]

export const beyondSections = [
  {
    title: 'Beyond what is documented',
    statements: [
      [
        '100,000 guesses at a password or a code, from many addresses, get nowhere and lock no one out.',
        [
          'platform/src/accounts/guesses.long.test.ts',
          'at a password get nowhere, and the owner still signs in',
        ],
        [
          'platform/src/accounts/guesses.long.test.ts',
          'at a code get nowhere, and the owner gets one of theirs',
        ],
        login('gets guessers of passwords nowhere, and locks no one out'),
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
        'A refresh whose answer is lost signs no one out.',
        bearer('signs no one out when the refresh is lost'),
        sessionPage('also when the answer is lost'),
        sessions('sign no one out for an answer that was lost, however late they come back'),
      ],
      [
        'Tabs that race refresh once.',
        bearer('in two tabs that race is renewed by one of them alone'),
        sessions('give tabs that race the same token'),
      ],
      [
        'A polyglot, an SVG, an image bomb and a wrong type are refused as avatars.',
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
        live('when someone signs out everywhere'),
        live('when a stolen token is used'),
      ],
      [
        'Balance and profile changes are pushed as well as polled.',
        live('is sent to its sockets at every BFF, and to no others'),
        ['client/src/app/live-session.test.ts', 'of the profile is read again'],
      ],
      [
        'An older balance, requested or pushed, never replaces a newer one or another account’s.',
        session(
          'is the newest that was reported, over the connection or by a call, in whatever order they come',
        ),
        session('of another account counts from its own version'),
        joinBalance('a connection of the previous account tells nothing about the present one'),
      ],
      [
        'The wallet shows the balance by asset with what is held, and a statement of every entry, as they change.',
        walletPage('the wallet shows every coin while a match is played'),
        wallet('tells the balance as the ledger does, with what is held apart from what is available'),
        wallet('is paged to its end without an entry twice or missed, also while entries come in'),
        wallet('adds up: each entry says the balance that the one below it led to'),
        wallet('shows only your own entries, even with someone else’s cursor'),
      ],
      [
        'The game history lists your own matches and no one else’s, each with what the ledger says it changed.',
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
          'show everyone their own list and no one another’s, and a match that is over to all',
        ],
      ],
      [
        'A match that is over is replayed move by move, at its own address.',
        replay('are one for each opened tile and one before the first'),
        replay('show the last tile of a board before the next board is dealt'),
        replay('opens where it is asked for, as far as there is'),
        inBrowser('replay')('a match that is over is replayed move by move, at an address that follows'),
      ],
      [
        'The inviter is remembered until someone signs in.',
        invited('a sign-in tells who invited, and forgets the link'),
        loginPage('a guest is asked to log in before the wallet, and their inviter is sent along'),
      ],
      [
        'Passwords, payment password and devices are changed in the profile.',
        securityPage('passwords are set with a code and changed with the old one'),
        securityPage('a device that is signed out in the profile is led to the login'),
      ],
      [
        'Phone number and email address are changed with the code sent to the new one.',
        securityPage('phone and email change by the code sent to the new one'),
      ],
      [
        'Notices are in the player’s language or in the documented words, by NOTICE_LANGUAGE.',
        said('is in the language of the player'),
        said('is in the documented words where the settings ask for them'),
        loginPage('an email address registers with its code, and a wrong code is reported'),
        sessionPage('a revoked one ends at the login'),
      ],
      [
        'Terms, privacy, responsible play and contact are pages linked in the footer and at registration, in five languages, that an operator replaces by files.',
        terms('the documents that come with the program are in every language, each with its own title'),
        terms('the documents of the operator take the place of those'),
        terms('a document has markup of HTML as text'),
        inBrowser('routes')('titles are the product name, or a route title, a dash and the product name'),
        loginPage('an email address registers with its code, and a wrong code is reported'),
      ],
      [
        'The accepted version is kept with its time at registration and at the first deposit; a new version asks again at the next deposit.',
        login('keeps which terms a new account accepts, and none that do not hold'),
        deposits('accept the terms that hold now, once, and again when they are others'),
        inBrowser('deposit')('an amount becomes an order, a picture proves its payment'),
      ],
      [
        'Anyone may read the fairness log of all matches with its signed ends, and the signed record of any match that is over. The platform checks the log and raises an alarm if it finds a fault.',
        fairness('routes')(
          'is the log of each shard, its signed ends, and the record of a match that is over',
        ),
        fairness('walk')('tells once of a match that was changed, and of a log that got shorter'),
      ],
      [
        'Anyone can check a match on /verify by its link, or offline by its record; a wrong byte shows the step that fails.',
        inBrowser('verify')(
          'a match is checked by its link, a record without a network, and a wrong byte shows the step that fails',
        ),
      ],
      [
        'At a sealed table the page gives its link when someone else picks, also after a resume and a reload, and checks each link and each drawn tile.',
        sealed('gets our link once when someone else picks, and what it draws is checked'),
        sealed('gets our link again after a resume while it waits for it'),
        sealed('gets our link from a tab that was reloaded in the middle of a turn'),
        sealed('gets no link for a pick whose own link leads to no chain, and the match stops'),
        sealed('stops where a tile is not what its links draw'),
        inBrowser('sealed')(
          'a Sealed Duel of two browsers: one offline while a tile is drawn, one reloaded in mid-turn, all of it verified',
        ),
      ],
      [
        'A reveal is answered with a signed receipt, which the page checks and keeps. A match that calls that seed missing, or an invalid receipt, stops the page with the evidence.',
        fairness('routes')('answers a reveal with a receipt that holds, and again with the same'),
        revealing('a reveal that was lost is sent again under the same id, and brings its receipt'),
        playing('is refused where our seed is called missing against its receipt'),
        playing('that the house does not stand by stops the match, and stays as evidence'),
      ],
    ],
  },
]
