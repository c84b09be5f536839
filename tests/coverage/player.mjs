// What the design of the player's interface adds to the documented product, and the tests that hold it, as in accounts.mjs.
const client = (file) => (title) => [`client/src/${file}.test.ts`, title]
const match = client('machines/match/machine')
const playing = client('machines/match/playing')
const recovery = client('machines/match/recovery')
const connection = client('machines/connection/machine')
const story = client('board/model/story')
const layout = client('board/layout/layout')
const loop = client('board/pixi/render-loop')
const heard = client('features/match/timing')
const seats = client('features/match/seats')
const shown = client('features/match/result')
const keeper = client('worker/keeper')
const parity = client('i18n/parity')
const consent = client('analytics/consent')
const shared = (file) => (title) => [`shared/src/${file}.test.ts`, title]
const derive = shared('theme/derive')
const digest = (title) => ['platform/src/matches/lobby/digest.test.ts', title]
const reports = (title) => ['platform/src/support/reports.test.ts', title]
const inBrowser = (file) => (title) => [`tests/e2e/${file}.spec.ts`, title]
const robust = inBrowser('robust')
const network = inBrowser('network')
const boardPage = inBrowser('board')
const share = inBrowser('share')
const themes = inBrowser('themes')
const walk = inBrowser('walk')
const axe = inBrowser('axe')
const budgets = inBrowser('budgets')
const trial = inBrowser('trial')
const lobby = inBrowser('lobby')
const rating = (file) => (title) => [`platform/src/rating/${file}.test.ts`, title]
const judging = (title) => ['platform/src/skill/judging.test.ts', title]

export const playerSections = [
  {
    title: 'The player’s interface',
    statements: [
      [
        'Players now, waits, seats filling, live matches and recent wins come from the platform; where there is nothing it is said so.',
        lobby('players, seats, waits, live matches and wins follow one match as it is played'),
        digest('follow a match from the first seat to the win, and know the win after a restart'),
        digest('show practice opponents as such, and count none of them'),
      ],
      [
        'A live match can be watched by anyone, but for one at a private table.',
        lobby('players, seats, waits, live matches and wins follow one match as it is played'),
        digest(
          'offer two matches of a table to watch, those offered already before newer ones, and no private one',
        ),
      ],
      [
        'The filters of the Game Center are in its address.',
        client('features/lobby/filters')(
          'come back as they were written, those that leave nothing out unnamed',
        ),
        lobby('players, seats, waits, live matches and wins follow one match as it is played'),
      ],
      [
        'A pressed tile is sent, committed and seen by all, in three states.',
        playing('is shown as sent at once, as committed when acknowledged, and is over with its event'),
        client('board/model/scene')('shows our move on its way, and never over an opened tile'),
      ],
      [
        'Your own turn is announced by the title, one sound and one vibration; the last five seconds sound different.',
        trial('a whole match is played by keyboard, and its live log reads as a story'),
        heard('is one sound and one vibration at our turn'),
        heard('differs in the last five seconds'),
      ],
      [
        'A player who got back no more than they staked sees no celebration.',
        shown('has no fanfare for a share that is no more than the stake'),
      ],
      [
        'Emotes are of a fixed set, and can be muted.',
        match('only emotes of the set are sent'),
        match('emotes are shown for a moment and told once'),
        seats('show an emote at its seat, the newest one, and none where they are muted'),
        ['bff/src/live/presence.test.ts', 'emotes are at least a second and a half apart, over all tabs'],
      ],
      [
        'A lost connection is reported after a grace, tried again with pauses, and loses neither seat nor move.',
        network('a network cut in mid-turn is announced, keeps the seat and comes back to the same state'),
        connection('a server that cannot be reached is tried again with longer and longer pauses'),
        recovery('a move on its way when the connection broke is decided once'),
      ],
      [
        'The board is verified in the browser, and a lie about it stops the match.',
        match('a match played to its end is verified from its opened seeds'),
        match('a lying clue stops the board and says so'),
      ],
      [
        'A result is shared as a picture and as a link to its replay.',
        share(
          'a whole match with less motion is shared as a picture and a link, and a problem of it is reported',
        ),
        client('features/match/share/send-picture')('is sent with its title'),
      ],
      [
        'A problem is reported by players, guests and visitors, once however often it is sent, and answered with a number.',
        share(
          'a whole match with less motion is shared as a picture and a link, and a problem of it is reported',
        ),
        reports('is kept as it was sent, with the account that tells it, and answered with a number'),
        reports('is one report however often it is sent'),
        reports(
          'is taken five times an hour of one player, wherever from, and thirty times from one address',
        ),
      ],
      [
        'The history charts what each day’s matches changed.',
        client('features/history/chart/chart-days')('are the last fourteen in UTC'),
        client('features/history/chart/chart-days')('stand on the line of zero when won'),
      ],
      [
        'A match is played by keyboard alone, and its live regions tell it as a story.',
        trial('a whole match is played by keyboard, and its live log reads as a story'),
        story('reads from the first turn to the pot'),
        story('breaks in for our own turn alone'),
        client('board/model/words')('move by one and stop at the edges'),
      ],
      [
        'Tiles below 40 px are confirmed by a second tap.',
        layout('gives tiles to touch: 44 and up at 360, and a second tap below 40'),
      ],
      [
        'With less motion nothing shakes, flashes or goes on forever.',
        share(
          'a whole match with less motion is shared as a picture and a link, and a problem of it is reported',
        ),
      ],
      [
        'Sound is silent before the first gesture and in a hidden tab.',
        client('lib/sound')('is silent until the first gesture, and permanently without WebAudio'),
        client('lib/sound')('is mute while the tab is hidden and comes back as loud as it was'),
        client('lib/ring')('a cue that answers a press is heard with no match under way'),
      ],
      [
        'A settled board asks for no frames; a lost context, or none, leaves the match playable.',
        boardPage('a settled board asks for no animation frames'),
        boardPage('the board survives a lost WebGL context, a resize and a rotation'),
        robust('a browser that draws no WebGL and keeps nothing says so, and a match is played all the same'),
        loop('asks for no frame while nothing changes'),
      ],
      [
        'axe finds nothing on any route or modal, and enough contrast in other themes too.',
        axe('axe finds nothing on any page, the profile or what is set'),
        axe('axe finds nothing on any sheet about coins, gifts or play'),
        axe('axe finds nothing on the way in'),
        axe('axe finds enough contrast on every page and sheet in a light and a glaring theme'),
        walk('every theme can be read'),
      ],
      [
        'The shell and a cold Home keep to their budgets, and what is used later is loaded later.',
        budgets(
          'a cold Home is within its budgets, asks for what it needs at once, and for nothing that is used later',
        ),
      ],
      [
        'Notifications are requested only by a press, and announce a start and your turns while the tab is hidden.',
        client('lib/notifications')(
          'nothing is shown before the player asked for it, and the browser is asked once',
        ),
        client('features/match/use-hidden-news')(
          'a start and each own turn are news, once each; what others do is none',
        ),
      ],
      [
        'An error boundary tells the id of the request.',
        ['client/src/app/crash.test.tsx', 'is shown with words, an id and a way back'],
        ['client/src/app/crash.test.tsx', 'of a failed request carries the id of that request'],
      ],
    ],
  },
  {
    title: 'Skill and rating',
    statements: [
      [
        'The odds of every closed tile follow from what everyone sees; accuracy and luck are judged by them.',
        shared('game/mine-odds')('of a whole board are those too'),
        shared('game/skill')('risks what the clues leave, beside the best tile there was'),
        shared('game/skill')('has mean 0 and deviation 1 over many matches, however well the players play'),
      ],
      [
        'Each match that is over is judged once, from its journal, and never while it runs.',
        judging('writes how each account played, once, of what the journal tells, and nothing while it runs'),
        judging('goes on past a match that can’t be judged, which waits and is tried again'),
      ],
      [
        'Ratings move by place in settled matches at open tables with clues, and in nothing else.',
        rating('rate-match')(
          'move by place in settled matches for coins and bonus coins at open tables with clues',
        ),
        rating('rate-match')('stay as they are in anything else'),
        rating('rate-match')('come out the same to the last digit when computed again'),
      ],
      [
        'A public page shows what play earned and nothing else; a hidden player’s shows the name alone.',
        rating('profile')('show what play earned and nothing else, from the first counted match on'),
        rating('profile')(
          'say only the name of a hidden player, also after a new name, and at the table too',
        ),
      ],
      [
        'The leaderboard lists the best with a settled rating from thirty matches; a farm of ten gains nothing.',
        rating('profile')(
          'list the best who have thirty matches against enough people, but those who are hidden',
        ),
        rating('profile')('show no one what a farm of ten won from its own, where no other plays'),
      ],
      [
        'A one-minute lesson in clues and odds is offered once, after a first lost match, and is always in Help.',
        trial('a whole match is played by keyboard, and its live log reads as a story'),
        client('features/match/lesson/lesson')('then has the odds that it shows, of every closed tile'),
      ],
    ],
  },
  {
    title: 'Themes',
    statements: [
      [
        'Text has 4.5:1 and controls 3:1 in every preset and in whatever seven colors are chosen.',
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
        'A theme is on before the first paint, and a running match follows a change in another tab.',
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
        'Codes and news to people are in their language.',
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
        'Without a network a page says so and comes back on its own; only our own files are ever kept.',
        robust(
          'without a network there is a page that says so and comes back on its own; only our files are kept',
        ),
        client('worker/way')('/api/game/list is never kept'),
        client('lib/server-back')(
          'the server is looked for every five seconds until it answers, and no longer',
        ),
      ],
      [
        'Older releases’ files are found for as long as one of their pages lives.',
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
        'A part that can’t be loaded is reported, and reloads the page once and never in a loop.',
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
        'Each event is stored once, by however many calls at once it is reported and over a kill between storing and answering.',
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
        'Several tabs share what waits, and one at a time delivers it.',
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
        'Events are forgotten after so many days, and do not come back.',
        [
          'platform/src/analytics/analytics.test.ts',
          'are forgotten when their time is over, and do not come back',
        ],
      ],
    ],
  },
]
