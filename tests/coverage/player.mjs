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
const shared = (file) => (title) => [`shared/src/${file}.test.ts`, title]
const digest = (title) => ['platform/src/matches/lobby/digest.test.ts', title]
const reports = (title) => ['platform/src/support/reports.test.ts', title]
const inBrowser = (file) => (title) => [`tests/e2e/${file}.spec.ts`, title]
const robust = inBrowser('robust')
const network = inBrowser('network')
const boardPage = inBrowser('board')
const share = inBrowser('share')
const walk = inBrowser('walk')
const axe = inBrowser('axe')
const login = inBrowser('login')
const budgets = inBrowser('budgets')
const trial = inBrowser('trial')
const lobby = inBrowser('lobby')
const onTv = (title) => ['platform/src/matches/lobby/tv.test.ts', title]
const following = (title) => ['platform/src/follow/follow.test.ts', title]
const tvFeed = (title) => ['bff/src/live/tv.test.ts', title]
const rating = (file) => (title) => [`platform/src/rating/${file}.test.ts`, title]
const arena = (title) => ['platform/src/arena/arena.test.ts', title]
const pairing = (title) => ['platform/src/arena/pairing.test.ts', title]
const judging = (title) => ['platform/src/skill/judging.test.ts', title]
const daily = (title) => ['platform/src/daily/daily.test.ts', title]
const days = shared('record/boards')
const tries = client('features/daily/try-match')

export const playerSections = [
  {
    title: 'The player’s interface',
    statements: [
      [
        'Players now, waits, filling seats, live matches and recent wins come from the platform; where there are none, the page says so.',
        lobby('players, seats, waits, live matches and wins follow one match as it is played'),
        digest('follow a match from the first seat to the win, and know the win after a restart'),
        digest('show practice opponents as such, and count none of them'),
        digest(
          'show who won under the name that they have now, and not while they are hidden or blocked, within two seconds',
        ),
      ],
      [
        'Anyone can watch a live match, unless it is at a private table.',
        lobby('players, seats, waits, live matches and wins follow one match as it is played'),
        digest(
          'offer two matches of a table to watch, those offered already before newer ones, and no private one',
        ),
      ],
      [
        'TV, on Home and in the Game Center, shows the best live match that anyone may watch, to its end, and then another one, however it ended.',
        lobby(
          'the best live match is on TV in place of the demo, and is watched from there to its verified end',
        ),
        lobby('TV goes over to the next match when one ends, and to the demo when a fault stops that one'),
        onTv(
          'the match with the highest ratings is on, of equals the first one, to its end and a moment longer',
        ),
        onTv(
          'is a public match at a table with clues for coins, and another or none once that is over or stopped',
        ),
        ...[
          tvFeed('a match that is won stays until another one is on, and then that is shown'),
          tvFeed('a match that is called off stays until another one is on, and then that is shown'),
        ],
      ],
      [
        'TV costs each BFF one follow, however many people watch, and the players see how many do.',
        tvFeed('all who watch see the match that is on, which the platform is asked for once'),
        tvFeed('pictures keep their pace, and the one that comes has all that happened'),
        tvFeed(
          'the answer to a heartbeat tells how many watch, here and at other BFFs; an old client hears nothing of it',
        ),
      ],
      [
        'Account holders follow players from a page, a result or the history, see who of them is online (if they show it), watch them, and invite them to a private table.',
        following('lists whom one follows: those at a match first, then who is here, as far as they show it'),
        following(
          'invites whom one follows to the table one hosts, if they show that they are here, and have no break',
        ),
        following('tells by no answer to an invitation that someone has a seat, and asks them nothing there'),
        following('is bounded in number and rate'),
        inBrowser('following')(
          'a player is followed from their page, seen online, invited to a private table and blocked',
        ),
        inBrowser('following')('a guest who would follow someone is asked to log in'),
      ],
      [
        'A block hides two players from each other and keeps them from sharing a private table.',
        following('lets someone block who invited them, also one who hides or has no page yet'),
        inBrowser('following')(
          'someone who is invited to a private table may block who invites, also one who hides',
        ),
        following('ends with a block on both sides, which hides both until it is undone'),
        following(
          'keeps those apart at private tables who have blocked each other, the host too, and at no public one',
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
        'A lost connection is reported after a moment, retried with pauses, and costs neither seat nor move.',
        network(
          'a network cut in mid-turn is announced, keeps the seat and a press, and comes back to the same state',
        ),
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
        'A match can be played by keyboard alone, and its live regions tell it as a story.',
        trial('a whole match is played by keyboard, and its live log reads as a story'),
        story('reads from the first turn to the pot'),
        story('breaks in for our own turn alone'),
        client('board/model/words')('move by one and stop at the edges'),
      ],
      [
        'When a page follows another, a screen reader announces it and the keyboard continues from its heading.',
        inBrowser('routes')(
          'a page that follows another has the focus at its heading, also after a sheet over it',
        ),
        inBrowser('table-link')(
          'a keyboard keeps its place as its player sits down, asks for notifications, the match starts, and a lost connection is back',
        ),
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
        login('an email address registers with its code, and a wrong code is reported'),
        axe('axe finds enough contrast on every page and sheet in a light and a glaring theme'),
        walk('every theme can be read'),
      ],
      [
        'The shell and a cold Home stay within their budgets, and what is used later is loaded later.',
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
        'An error boundary shows the request ID.',
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
    title: 'The daily board',
    statements: [
      [
        'The board is committed to in the log the day before and revealed the day after, and the audit computes it from its seed.',
        daily('is committed to the day before, opened the day after, and checked by the walk over the log'),
        days('finds nothing where every board is committed to the day before and opened the day after'),
        days('tells of a board that is not what, or not when, it should be'),
      ],
      [
        'No one learns a tile early: the server answers tile by tile, after the commit, and the page checks each tile.',
        daily('is played tile by tile, each proved by the commitment, and nothing else of it is shown'),
        tries('a tile that is not what was committed to is found'),
      ],
      [
        'After a reload, in a second tab, and after the program was killed, the one scored try continues.',
        daily('goes on in another tab and after the program was ended, each tile once'),
        daily('is over with the third mine, or when all safe tiles are open, and scored once'),
        inBrowser('daily')(
          'a whole daily board is played as a guest on a phone, kept by signing in, shared and ranked',
        ),
      ],
      [
        'The day changes at midnight UTC; a board started before may be finished for an hour.',
        daily('begun before midnight may be gone on with for an hour, beside the board of the new day'),
        inBrowser('daily')(
          'a page that is open at midnight UTC asks for the board of the new day then, and not before',
        ),
      ],
      [
        'A guest’s try becomes an account’s once, and not over its own.',
        daily('played as a guest becomes the account’s once, and not over its own'),
        daily('begun by an account takes over what its device’s guest began'),
      ],
      [
        'Accounts are ranked by tiles, accuracy and time; equal scores share a place.',
        daily('ranks accounts by tiles, accuracy and time, equals alike, without those who hide'),
      ],
      [
        'Days in a row are an activity.',
        daily('counts days in a row, over days without a board'),
        [
          'platform/src/rewards/activities/activities.test.ts',
          'go by the streak of daily boards, once a week',
        ],
      ],
      [
        'A finished board can be played again as often as you like, unscored.',
        tries('an open board is played here until the third mine or the last safe tile'),
      ],
    ],
  },
  {
    title: 'Arenas',
    statements: [
      [
        'A player who joins is seated again and again; points, streaks and places follow only from settled matches.',
        arena(
          'seats those who are present again and again, counts their matches, and gives bonus coins to the best',
        ),
        shared('arena/points')('count twice from the third win in a row on, until a match is not won'),
        shared('arena/points')('go by points, then fewer matches, then the earlier last point'),
      ],
      [
        'A restart or another node changes nothing, and no one is seated twice.',
        arena('goes on after its program was ended, with another runner, and counts each match once'),
        arena('seats no one twice, though two nodes seat the same people at once'),
      ],
      [
        'Players are called to their matches and paid their prizes; of the standings, a screen reader announces only the player’s own place.',
        inBrowser('arena')(
          'two join an arena on phones, are called to their match, and are paid their prizes',
        ),
        [
          'tests/long/arena.spec.ts',
          'five browsers, phones and desktops, play an arena from joining to the prizes, and hear of their own place alone',
        ],
      ],
      [
        'Stakes are paid out in full less the stated rake, each prize once; a canceled arena pays them back.',
        arena('pays all stakes out less the rake, and what was lost counts in the day of the stake'),
        arena('pays a stake back to who leaves before it begins, and all of them when it is canceled'),
        shared('arena/prizes')('split a pot without a coin left or made, none larger than the one before'),
      ],
      [
        'A player who leaves a match, idles or doesn’t show up is paused until they resume.',
        arena('pauses those who do not come and those who leave, until they go on'),
      ],
      [
        'No one waits long, and no two meet twice in a row.',
        pairing('of 20 players keeps no one waiting long, and no two meet twice in a row'),
      ],
    ],
  },
]
