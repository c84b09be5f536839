// Where the product differs from what is documented, with the reason, and the tests that hold it, as in accounts.mjs.
import { bearer, bodies, changes, codes, contact, live, login, passwords, said, session } from './places.mjs'

const client = (file) => (title) => [`client/src/${file}.test.ts`, title]
const chat = (title) => ['tests/e2e/chat.spec.ts', title]

export const deviationSections = [
  {
    title: 'Where it differs, and why',
    statements: [
      [
        'An unknown path that looks like a file (/x.png) or like the server’s own paths (/api, /metrics) is a 404, so that no program gets a page in place of what it asked for.',
        ['bff/src/edge/static-client.test.ts', '/missing.png is nothing'],
        ['bff/src/edge/static-client.test.ts', '/metrics/x is nothing'],
      ],
      [
        'A password alone registers no one, since it doesn’t show that the contact is theirs: a new account starts with a code.',
        login(
          'answers a wrong password the same with an account, without one, and with one that has no password',
        ),
        login('registers a new email address with a code'),
      ],
      [
        'A refresh that gets no answer, or a server error, ends no session, since the token may be valid: only a refusal does.',
        bearer('fails with it and signs no one out when the refresh'),
        bearer('ends the session when the refresh is refused with'),
      ],
      [
        'A hidden tab skips the refresh of every 10 s, which no one would see, and catches up when it is shown.',
        session('is skipped in a hidden tab and made when it is looked at'),
      ],
      [
        'emailupdate and phoneupdate need a proof besides the documented fields: otherwise a stolen token would be enough to take over the account.',
        changes('needs a proof besides the code to the new contact'),
        ['tests/hostile/stolen-session.test.ts', 'with a token alone a thief moves no contact'],
      ],
      [
        'A contact that was removed from an account can’t register for 72 hours, so that its owner can undo a thief’s change.',
        changes('keeps the old contact from other accounts while the change can be undone'),
      ],
      [
        'The first payment password takes a code in place of currentPassword, since there is none yet.',
        passwords('for payments begin with a code, differ from the login’s, and are reported'),
      ],
      [
        'A password is refused if it is among the 10,000 most common ones, which are guessed first.',
        passwords('that are short, common or wrong are refused before anything changes'),
      ],
      [
        'The payment password can’t be the login password, since a thief of one would have both.',
        passwords('for payments begin with a code, differ from the login’s, and are reported'),
      ],
      [
        'A nickname has at most 20 characters, so that it fits its seat, and no invisible ones, so that it can’t pass for someone else’s.',
        bodies('that is taken is its own normal form, 2 to 20 characters, with nothing invisible'),
      ],
      [
        'A phone number of 6 to 15 digits is refused if it has more than 15 with its dial code: no such number exists (E.164).',
        contact('is none where it is 123456789012345 beside'),
      ],
      [
        'Codes have limits beyond the countdown of 60 s, since each costs money and is a chance to guess.',
        codes('come once a minute, five times an hour and ten times a day to one who asks'),
        codes('are ten an hour for one address, whatever the contacts'),
      ],
      [
        'Practice opponents, labeled as such, fill the empty seats of a trial, so that a guest doesn’t have to wait for four others.',
        [
          'platform/src/matches/lobby/digest.test.ts',
          'show practice opponents as such, and count none of them',
        ],
      ],
      [
        'At tables with clues, the house opens a few safe tiles, and a new board follows when no safe tile is left: no one has to guess the first move, or open a tile that everyone knows is a mine.',
        [
          'shared/src/game/decide.model.test.ts',
          'begins each board with its openers open, all of them safe, and no one’s',
        ],
        ['client/src/board/model/story.test.ts', 'tells what the house opened before the first turn'],
      ],
      [
        'Everyone still in shares the pot after the last board, or when a match can’t continue, so that every match ends.',
        ['shared/src/game/playing.test.ts', 'ends the match after the last board: those still in share'],
        [
          'shared/src/game/ending.test.ts',
          'shares the pot without a rake among those in once someone is out',
        ],
      ],
      [
        'An operator may take a rake from the pot (RAKE_BPS), rounded down; by default there is none.',
        ['shared/src/game/playing.test.ts', 'takes the rake off the pot, rounded down'],
      ],
      [
        'A guest who signs in to another account plays the match to its end as the guest: the seat is in the journal and the proof.',
        live('who signs in to an account that exists plays on'),
      ],
      [
        'Notices are in the player’s language, since five are offered; NOTICE_LANGUAGE=documented shows the documented words.',
        said('is in the language of the player'),
        said('is in the documented words where the settings ask for them'),
      ],
      [
        'The support widget is our own, with the documented commands, so that no third party learns about players; a setting can name another.',
        chat('learns who writes, opens, reports what arrives, and shows no icon'),
        chat('someone else’s widget hears of an account by a hash'),
      ],
      [
        'Events that the server rejects as invalid (1001) are dropped: sent again, they would be rejected again and hold up the others.',
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
