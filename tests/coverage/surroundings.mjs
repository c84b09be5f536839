// What surrounds play in the design of the player's interface: themes, languages, installing, counting. As in player.mjs.
const client = (file) => (title) => [`client/src/${file}.test.ts`, title]
const keeper = client('worker/keeper')
const parity = client('i18n/parity')
const consent = client('analytics/consent')
const shared = (file) => (title) => [`shared/src/${file}.test.ts`, title]
const derive = shared('theme/derive')
const inBrowser = (file) => (title) => [`tests/e2e/${file}.spec.ts`, title]
const robust = inBrowser('robust')
const network = inBrowser('network')
const themes = inBrowser('themes')
const walk = inBrowser('walk')

export const surroundingSections = [
  {
    title: 'Themes',
    statements: [
      [
        'Text has a contrast of 4.5:1 and controls of 3:1 in every preset and with any seven colors.',
        derive('holds the contrast floor in default'),
        derive('holds it whatever seven colors are chosen'),
        walk('every theme can be read'),
      ],
      [
        'No two presets, nor their boards, are mistaken for each other.',
        shared('theme/presets')('have pages that are not mistaken for each other'),
        shared('theme/presets')('have boards that are not mistaken for each other'),
      ],
      [
        'A custom theme is made, repaired, kept, shared by a link, deleted and brought back.',
        themes('a theme is chosen, made, repaired, shared, saved by another, deleted and brought back'),
        client('features/themes/custom-themes')(
          'no more are kept than the limit, and changing one of them still works',
        ),
        client('features/themes/draft')('a link brings a draft, and only a whole one'),
        shared('theme/custom')('has nothing that can’t be seen or that moves what stands beside it'),
      ],
      [
        'The theme is applied before the first paint, and a running match follows a change in another tab.',
        themes('a theme is chosen, made, repaired, shared, saved by another, deleted and brought back'),
        themes('a running match follows the theme that another tab chooses'),
      ],
    ],
  },
  {
    title: 'Languages',
    statements: [
      [
        'Five languages say everything, each in its own words, plurals and script.',
        parity('are in the same namespaces'),
        parity('say all of match, and in that language'),
        parity('are alike in English only where that is so'),
      ],
      [
        'Every language fits on a phone, and every route and modal at three sizes.',
        walk('guests read every language on a phone'),
        walk('a player reads every language on every route and modal at three sizes'),
      ],
      [
        'Codes and messages to people are in their language.',
        ['platform/src/accounts/messages/write.test.ts', 'is English in no other language'],
        ['platform/src/accounts/messages/write.test.ts', 'begins with the code, whatever it is for'],
      ],
    ],
  },
  {
    title: 'Installed, and without a network',
    statements: [
      ['The manifest names icons of the sizes they have.', robust('names icons of the sizes they have')],
      [
        'Without a network, a page says so and recovers on its own; only our own files are ever cached.',
        robust(
          'without a network there is a page that says so and comes back on its own; only our files are kept',
        ),
        client('worker/way')('/api/game/list is never kept'),
        client('lib/server-back')(
          'the server is looked for every five seconds until it answers, and no longer',
        ),
      ],
      [
        'An older release’s files are served as long as one of its pages is open.',
        keeper('an older release’s files are found for as long as one of its pages lives'),
      ],
      [
        'A newer release is offered, and never to a player with a seat.',
        robust('a newer release is offered to a seated player after the match'),
        client('lib/new-release')(
          'a newer release is offered once, and not again after the player said later',
        ),
      ],
      [
        'A part that can’t be loaded is reported and reloads the page once, never in a loop.',
        robust(
          'a missing screen reloads the page once and never in a loop; a missing sheet leaves the page as it is',
        ),
        client('lib/missing-part')('a page that was reloaded never reloads on its own again'),
      ],
      [
        'No WebGL, a storage that is blocked or full, and a wrong clock are reported, and the match goes on.',
        robust('a browser that draws no WebGL and keeps nothing says so, and a match is played all the same'),
        robust('a storage without room is reported, and what was changed holds in this tab'),
        robust(
          'a clock that jumps by an hour while the tab is hidden is reported, and turns go by the server’s',
        ),
        network('a tab frozen for 2 s catches up'),
      ],
    ],
  },
  {
    title: 'How it is used',
    statements: [
      [
        'Each event is stored once, however many calls report it at once, and even if the server is killed before it answers.',
        [
          'platform/src/analytics/analytics.test.ts',
          'are stored once, however often and by however many at once they are reported',
        ],
        [
          'tests/integration/analytics.test.ts',
          'each event is stored once, however many send it at once or again after a kill between storing and answering',
        ],
      ],
      [
        'Several tabs share the waiting events, and one tab at a time sends them.',
        inBrowser('analytics')('what waits is reported by one of two tabs'),
        client('analytics/queue')('is sent by one tab alone, while another looks again later'),
      ],
      [
        'Nothing is counted where the player or the browser says no, and nothing personal besides the documented fields.',
        inBrowser('analytics')('a browser that asks for privacy is not counted'),
        consent('are on until the player turns them off, and stay so'),
        consent('are refused where the browser asks for privacy, whatever was chosen'),
        client('analytics/events')('an address is reported'),
        client('analytics/names')('every name on a button is in the closed list'),
      ],
      [
        'Events are deleted after a set number of days and don’t come back.',
        [
          'platform/src/analytics/analytics.test.ts',
          'are forgotten when their time is over, and do not come back',
        ],
      ],
    ],
  },
]
