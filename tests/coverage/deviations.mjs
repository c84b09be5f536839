// Where the product differs from what is documented, with the reason, and the tests that hold it, as in accounts.mjs.
import { bearer, bodies, changes, codes, contact, live, login, passwords, said, session } from './places.mjs'

const client = (file) => (title) => [`client/src/${file}.test.ts`, title]
const chat = (title) => ['tests/e2e/chat.spec.ts', title]

export const deviationSections = [
  {
    title: 'Where it differs, and why',
    statements: [
      [
        'An unknown path that is a file’s (/x.png) or begins like one of the server’s own (/api, /metrics) is a 404 and leads nowhere, so that no program takes a page for what it asked for.',
        ['bff/src/edge/static-client.test.ts', '/missing.png is nothing'],
        ['bff/src/edge/static-client.test.ts', '/metrics/x is nothing'],
      ],
      [
        'A password alone registers no one, since it does not show that the contact is theirs: a new account begins with a code.',
        login(
          'answers a wrong password the same with an account, without one, and with one that has no password',
        ),
        login('registers a new email address with a code'),
      ],
      [
        'A refresh without an answer, or from a server in trouble, ends no session, since the token may be good: only a refusal does.',
        bearer('fails with it and signs no one out when the refresh'),
        bearer('ends the session when the refresh is refused with'),
      ],
      [
        'A hidden tab skips the refresh of every 10 s, which no one would see, and makes it when it is looked at.',
        session('is skipped in a hidden tab and made when it is looked at'),
      ],
      [
        'emailupdate and phoneupdate take a proof besides the documented fields: a stolen token alone would take the account.',
        changes('needs a proof besides the code to the new contact'),
        ['tests/hostile/stolen-session.test.ts', 'with a token alone a thief moves no contact'],
      ],
      [
        'A contact that a change took off its account registers no one for 72 hours, so that its owner can undo a thief’s change.',
        changes('keeps the old contact from other accounts while the change can be undone'),
      ],
      [
        'The first payment password takes a code in place of currentPassword, which there is none of yet.',
        passwords('for payments begin with a code, differ from the login’s, and are reported'),
      ],
      [
        'Six characters are refused where they are among the 10,000 commonest passwords, which are guessed first.',
        passwords('that are short, common or wrong are refused before anything changes'),
      ],
      [
        'The payment password can’t be the login password, since a thief of one would have both.',
        passwords('for payments begin with a code, differ from the login’s, and are reported'),
      ],
      [
        'A nickname has at most 20 characters and none that can’t be seen, to fit its seat and to pass for no one else’s.',
        bodies('that is taken is its own normal form, 2 to 20 characters, with nothing invisible'),
      ],
      [
        'A phone number of 6 to 15 digits is refused where it has more than 15 with its dial code: no such number exists (E.164).',
        contact('is none where it is 123456789012345 beside'),
      ],
      [
        'Codes have limits beyond the countdown of 60 s, since each costs money and is a chance to guess.',
        codes('come once a minute, five times an hour and ten times a day to one who asks'),
        codes('are ten an hour for one address, whatever the contacts'),
      ],
      [
        'Practice opponents, labeled as such, take the seats of a trial that are left, so that a guest need not wait for four others.',
        [
          'platform/src/matches/lobby/digest.test.ts',
          'show practice opponents as such, and count none of them',
        ],
      ],
      [
        'At tables with clues the house opens a few safe tiles, and a spent board is followed by the next: no one has to guess at first, or open a tile that everyone knows is mined.',
        [
          'shared/src/game/decide.model.test.ts',
          'begins each board with its openers open, all of them safe, and no one’s',
        ],
        ['client/src/board/model/story.test.ts', 'tells what the house opened before the first turn'],
      ],
      [
        'A pot is shared by those still in after the last board, or when a match can’t go on, so that each match ends.',
        ['shared/src/game/playing.test.ts', 'ends the match after the last board: those still in share'],
        [
          'shared/src/game/ending.test.ts',
          'shares the pot without a rake among those in once someone is out',
        ],
      ],
      [
        'An operator may take a rake off a pot (RAKE_BPS), rounded down; by default there is none.',
        ['shared/src/game/playing.test.ts', 'takes the rake off the pot, rounded down'],
      ],
      [
        'A guest who signs in to another account plays the match to its end as the guest: the seat is in the journal and the proof.',
        live('who signs in to an account that exists plays on'),
      ],
      [
        'Notices are in the player’s language, as five are offered; NOTICE_LANGUAGE=documented shows the documented words.',
        said('is in the language of the player'),
        said('is in the documented words where the settings ask for them'),
      ],
      [
        'The support widget is our own, with the documented commands, so that no third party hears of players; a setting names another.',
        chat('learns who writes, opens, reports what arrives, and shows no icon'),
        chat('someone else’s widget hears of an account by a hash'),
      ],
      [
        'Events that the server calls wrong (1001) are dropped instead of kept: sent again they would be refused again, and hold up those behind them.',
        client('analytics/queue')('is dropped where the server refuses it permanently, and the rest goes on'),
      ],
      [
        'An event’s currentUrl and referrer have no query except modal, since it may hold a private match or an order.',
        client('analytics/events')('an address is reported'),
      ],
      [
        'Nothing is counted where the player turned it off or the browser asks for privacy.',
        client('analytics/consent')('are on until the player turns them off, and stay so'),
        client('analytics/consent')('are refused where the browser asks for privacy, whatever was chosen'),
      ],
    ],
  },
]
