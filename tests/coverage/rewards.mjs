// Each statement about levels, VIP, gifts, invitations and safer play, and the tests that hold it, as in accounts.mjs.
const rewards = (file) => (title) => [`platform/src/rewards/${file}.test.ts`, title]
const counter = rewards('counter/counter')
const once = rewards('counter/once')
const gifts = rewards('gifts/gifts')
const activities = rewards('activities/activities')
const invitations = rewards('referral/invitations')
const referralData = rewards('referral/referral-routes')
const pairs = rewards('pairs/note-pairs')
const mayMeet = rewards('pairs/may-meet')
const saferPlay = (file) => (title) => [`platform/src/safer-play/${file}.test.ts`, title]
const limits = saferPlay('limits/limits')
const losses = saferPlay('limits/losses')
const deposits = saferPlay('limits/deposits')
const breaks = saferPlay('breaks/breaks')
const races = saferPlay('breaks/races')
const seats = saferPlay('seats/take-back')
const days = saferPlay('days/days')
const desk = (file) => (title) => [`platform/src/desk/accounts/${file}.test.ts`, title]
const identity = desk('identity')
const flags = desk('flags')
const live = (title) => ['tests/integration/rewards.test.ts', title]
const tabs = (title) => ['tests/integration/safer-play.test.ts', title]
const giftPage = (title) => ['tests/e2e/rewards.spec.ts', title]
const invitePage = (title) => ['tests/e2e/invite.spec.ts', title]
const playPage = (title) => ['tests/e2e/safer-play.spec.ts', title]
const limitPage = (title) => ['tests/e2e/limits.spec.ts', title]

export const rewardSections = [
  {
    title: 'Levels, VIP, gifts and activities',
    statements: [
      [
        'The level grows with matches against real players, the VIP level with coins staked, by thresholds in the database.',
        counter('lifts level and tier exactly at their thresholds, and tells of it'),
        counter('of bonus coins moves the level and not the tier'),
        live('a public match for bonus coins moves progress and activities, live'),
      ],
      [
        'Each match counts once, whatever is killed and however many count.',
        once('leaves nothing or all, wherever it is killed'),
        once('counts each match once when several count at the same time'),
        once('goes on at each end, at the start, and past what can’t be counted'),
      ],
      [
        'Private tables, rematches and trials don’t count toward progress, and neither does playing against yourself.',
        counter('is nothing at private tables, in rematches, in trials and voids, but the time of each'),
        counter('is nothing against your own device or payout account, no matter who else won'),
        counter('is nothing against the same opponent from the sixth match of a day on'),
        live('a rematch and a private table move nothing'),
      ],
      [
        'A gift is given once in each of its periods, however often it is claimed, and never before it is earned.',
        gifts('claimed fifty times at once is one gift and one transfer'),
        gifts('of VIP is given once in each day, week and month, by the tier of the moment'),
        gifts('is not given again by a clock that was set back'),
        gifts('of a level is given once, when it is reached'),
        gifts('that is not earned, or that there is not, changes nothing'),
        giftPage('gifts of VIP, level and activities are claimed once, and every tab shows it at once'),
        giftPage('a claim whose answer is lost is whole after the reload'),
      ],
      [
        'All gifts are bonus coins: they can be staked and never withdrawn.',
        gifts('is bonus coins, which can be staked and never withdrawn'),
      ],
      [
        'Activities progress by real matches and are claimed once in their period.',
        activities('move by matches that count, and are claimed once in their period'),
        activities('count wins, and different tables'),
        activities('run within their window, and count nothing outside it'),
      ],
    ],
  },
  {
    title: 'Invitations',
    statements: [
      [
        'An invited account that has played earns its inviter a gift, once.',
        invitations('earns its inviter the gift after three matches that count, and no more after it'),
        invitations('earns it once when twenty matches are counted at once'),
        invitations('earns it once wherever the counting was cut off'),
        invitePage(
          'a friend who joins by a link earns a gift once they have played, live on both screens; a farm earns none',
        ),
      ],
      [
        'A farm earns nothing: one device, one payout account, playing each other.',
        invitations('earns nothing where all are on one device, though the inviter has another'),
        invitations('earns nothing with one account that all are paid out to, even if they took it back'),
        invitations('earns nothing by playing each other, with strangers at the table too'),
        invitations('earns nothing as a chain that plays along itself'),
      ],
      [
        'What a player may earn is capped, and a player on a break earns nothing.',
        invitations('earns nothing past what one may earn in a month, however many are decided at once'),
        invitations('earns nothing for an inviter on a break or in a barred country, permanently'),
      ],
      [
        'The inviter sees who joined, what was earned, and why a gift was not; no one else does.',
        referralData(
          'tells who came by the code, how far they are, what was earned, and why something was not',
        ),
        referralData('shows no one another’s invited, whatever cursor they hold, and no ids'),
      ],
      [
        'The default invitation code pays no one.',
        referralData('brings no one to anyone by the default code, one that is no one’s, or none'),
      ],
      [
        'Kin are one or two invitations away, and whole seasons of invented families earn no more than the rules give.',
        rewards('referral/count-invitations')('is one or two invitations between two people'),
        rewards('referral/farm.long')('earns what the rules give it, match by match'),
      ],
      [
        'Kills between the steps of counting, claiming, deciding, limits and breaks leave everything once.',
        ['tests/long/reward-kills.test.ts', 'counts, gives and holds everything once over'],
      ],
    ],
  },
  {
    title: 'Safer play',
    statements: [
      [
        'Limits of deposits and losses for a day, a week and a month: lower at once, higher after 24 hours and a confirmation.',
        limits('are set at once where there was none, or lower'),
        limits('in place of a lower one wait, and are confirmed'),
        limits('are raised once by 20 confirmations at the same time'),
        limits('lose what was asked for when it is canceled, or not confirmed in a week'),
        limitPage('a limit is lowered at once and raised with a confirmation'),
      ],
      [
        'Limits hold against racing requests, several tabs and a match already joined.',
        losses(
          'hold to the coin while matches go on without those who are out of them, against sits at many tables at once',
        ),
        deposits('hold against 50 deposits at once, each a separate request'),
        tabs('a limit that is set in one tab holds in all, and lowered on the phone takes the seat back'),
        seats('is given back, and its stake, when a limit is lowered that it would pass, and kept when not'),
        limitPage('a loss limit refuses the seat, and the rematch, that could go past it'),
      ],
      [
        'A changed clock opens nothing.',
        limits('are not raised by a clock that was moved on and back'),
        losses('open nothing when the clock is set back between the seat and the start'),
        breaks('end no sooner by a clock that is set back, before their beginning or after their end'),
        limitPage('a higher limit waits for a day, whatever the clock of the browser says'),
      ],
      [
        'A time-out and self-exclusion block stakes, deposits and bonuses, never a withdrawal.',
        races('let nothing through after the answer'),
        races('lose no hold against the last seat of a match'),
        breaks('can be made longer, never shorter, by no call'),
        seats('is given back with a break before its answer, and not once the match is locked'),
        tabs(
          'a break that is begun on the phone stops what all of them do at that moment, and no withdrawal',
        ),
        playPage('an exclusion in one tab frees the seat shown in the other, blocks all but withdrawing'),
      ],
      [
        'Between matches, a reminder shows the time played and the net result.',
        playPage('between matches a reminder shows time and result, in one tab alone, until it is answered'),
      ],
      [
        '18+ is attested at the first stake; barred countries are a setting.',
        playPage(
          'the first stake asks for 18+ and the residence, also after a reload, and then sits on its own',
        ),
        seats('is given back to who says that they live where play is not offered'),
        seats(
          'is given back at the next start after a crash, and soon to a player with a phone of a barred country',
        ),
      ],
      [
        'A statement of all money and time can be downloaded.',
        days('have all of it on the day it belongs to, and leave out days on which nothing was'),
        days('come a page at a time, and whole as CSV'),
      ],
      [
        'An account loses no more than the house’s limit at private tables in a day, no matter who wins it.',
        saferPlay('limits/private-loss')('counts stakes in running matches, and lets only one of two'),
        saferPlay('limits/private-loss')('is not reduced by wins there'),
        [
          'tests/hostile/private-tables.test.ts',
          'a thief with a token carries off no more in a day than the cap',
        ],
        ['tests/hostile/private-tables.test.ts', 'a session that a thief has just made stakes no coins'],
      ],
      [
        'Every device learns of a limit or a break after its commit.',
        saferPlay('told')('is every change of a limit'),
        saferPlay('told')('comes after the commit, and once the seats are given back'),
      ],
    ],
  },
  {
    title: 'Against abuse',
    statements: [
      [
        'Coins that move between the same two accounts again and again are flagged on the desk and capped.',
        pairs('are flagged once a day when they moved too much, whichever of them lost'),
        pairs('are flagged when they met in twenty matches, though nothing moved'),
        mayMeet('are refused a seat beside each other for the rest of the day, and no one else is'),
        mayMeet('get one seat of two when both sit at once'),
        flags('are reviewed once, with what was found in the audit log'),
      ],
      [
        'Withdrawals above a total wait for a review of the owner’s identity.',
        identity('is due for the withdrawal that goes past the sum, and for no other'),
        identity('is due for one of two withdrawals that are approved at once'),
      ],
    ],
  },
]
