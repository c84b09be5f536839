// What the desk and the ledger hold beyond the documented product, which shows no staff, and their tests, as in accounts.mjs.
const desk = (file) => (title) => [`platform/src/desk/${file}.test.ts`, title]
const signIn = desk('staff/sign-in')
const rights = desk('routes/rights')
const reviews = desk('reviews/reviews')
const insiders = desk('reviews/insiders')
const queue = desk('reviews/queue')
const flags = desk('accounts/flags')
const identity = desk('accounts/identity')
const players = desk('players/players')
const block = desk('players/block')
const remove = desk('players/remove')
const conversations = desk('conversations/conversations')
const canned = desk('conversations/canned-answers')
const health = desk('health/health')
const matches = desk('matches/matches')
const tables = desk('tables/tables')
const catalogue = desk('catalogue/catalogue')
const audit = desk('audit/audit')
const open = desk('live/live')
const file = (name) => (title) => [name, title]
const gateway = file('bff/src/desk/gateway.test.ts')
const watchers = file('bff/src/desk/watchers.test.ts')
const attack = file('tests/hostile/insiders.test.ts')
const page = file('tests/e2e/desk.spec.ts')
const command = file('tests/integration/staff.test.ts')
const commands = file('platform/src/desk/staff/command.test.ts')
const ledger = (name) => (title) => [`platform/src/ledger/${name}.test.ts`, title]
const refusals = ledger('refusals')
const posting = ledger('posting')
const reconciling = ledger('start-reconciling')
const check = file('tests/integration/ledger-check.test.ts')

export const deskSections = [
  {
    title: 'The desk',
    statements: [
      [
        'Staff sign in with a password and a code that works once. Any mistake gets the same answer after the same work, and tries are limited.',
        signIn('with password and second factor, and say who they are with the token'),
        signIn('with each code once, and never with an older one after it'),
        signIn('get one answer for whatever was wrong, and each try is written down'),
        signIn('do the same work whether or not there is such an address'),
        signIn('wait after ten wrong tries for an address, whose ever they were, or thirty from one place'),
        signIn('from where they did before, also while strangers have used their tries up'),
      ],
      [
        'A session lasts twelve hours, half an hour without a call, and ends at once when its owner is disabled.',
        signIn('for twelve hours at most, and half an hour without a call'),
        signIn('until they are disabled, at once'),
      ],
      [
        'Staff are added by a command that shows their access once.',
        command('adds someone who signs in through the BFF with what was printed, and shows it once'),
        command('takes a password entered by hand, beside a running program on PostgreSQL'),
        commands('add one person once, with the password entered or a drawn one, disable, and list all'),
      ],
      [
        'Every call needs a right that the role has; players’ tokens have none.',
        rights('is for no one without a token, with a player’s, or with none that was given'),
        rights('is for the roles that have its right, and refused for all others'),
        rights('needs a right of staff, but for the call that signs in'),
        page('support looks at orders and decides about none'),
      ],
      [
        'A review has one effect, however often it is sent and by however many people at once.',
        reviews('has one effect and equal answers for fifty equal approvals at once'),
        reviews('completes once when both people approve at once'),
        desk('reviews/decide')('decides nothing any more, whatever they sent before'),
        page('finance approves a deposit that came while the desk was open'),
      ],
      [
        'What one person approves alone is capped by day and week, for the person and for the account.',
        insiders('cap what one person approves alone in a day and in a week, in however many orders'),
        insiders('cap what is approved for one account by one person'),
        insiders('hold where the first of two approvals is of someone disabled before the second'),
        insiders('hold when many orders are approved at once'),
        attack('wait for a second person once one person has approved 10,000 coins alone in a day'),
      ],
      [
        'A person who approved an account’s deposits can’t approve its withdrawals, and the other way around.',
        insiders('keep withdrawals and identity from the person who approved a deposit, for 90 days'),
        insiders('keep deposits from the person who reviewed the identity or approved a withdrawal'),
        attack('approves no withdrawal of it and reviews no identity'),
      ],
      [
        'Staff decide nothing about their own accounts, found by address, device, browser and payouts.',
        insiders('exclude their own accounts, found by device and by what those accounts share'),
        insiders('exclude accounts that the same browser used at the same public address'),
        desk('tables/tables')('is an arena, but canceled by no one whose own account joined it'),
        attack('is known by where its money is paid out to'),
        page('no one decides about their own order'),
      ],
      [
        'Waiting orders come oldest first, in pages, with flags for what a reviewer should look at.',
        queue('has what waits, the oldest first'),
        queue('is paged to its end, also where many were placed at once'),
        queue('flags a destination that another account has saved'),
      ],
      [
        'Flags and identities are reviewed once, with what was found.',
        flags('are reviewed by one of two who do so at once'),
        identity('is due for one of two withdrawals that are approved at once'),
        identity('is reviewed once, permanently, with how in the audit log'),
      ],
      [
        'Players, orders, reports and matches are found by the names people use for them, always by an index.',
        players(
          'finds them by nickname and address from their beginning, by phone from either end, and by id',
        ),
        players('reads an index’s range for whatever is typed, never a whole table'),
        players('reads the statement as its player does, and as CSV that begins no formula'),
      ],
      [
        'A blocked account is signed out everywhere, its owner learns why and strangers don’t, and nothing is taken.',
        block('is signed out everywhere, and tells why to who proves that it is theirs, and to no one else'),
        block('keeps no session of those who sign in or refresh at the same moment'),
        block('has its withdrawals wait, and its deposits credited'),
        block('is given back while it waits, played to the end once it is locked'),
        file('client/desk/pages/player/block-texts.test.ts')(
          'owners read of a block or a removal in each language',
        ),
      ],
      [
        'Staff can remove a nickname or an uploaded picture that they saw, and the player sees why; the rest of the account stays.',
        remove('loses a name for a drawn one, which its pages show, support writes of, and the log keeps'),
        remove('loses a picture to a drawn avatar, also one that is not shown now'),
        remove('goes from the standings of arenas that someone may be watching, name and picture alike'),
        remove('is removed once by twenty equal calls'),
        remove('keeps what its owner has chosen since staff looked'),
        remove('leaves what its owner asked support waiting'),
        remove('is removed from no guest, no one’s own account, and by no one who is disabled'),
      ],
      [
        'Conversations are answered once; when two people take or close one, only one succeeds.',
        conversations('is answered once, fifty times at once too, and its id is no one else’s'),
        conversations('has one winner of two who take it at once'),
        conversations('has been read to its end: what came in between keeps it open'),
        canned('is changed as a whole, by one of two who read the same'),
        page('an agent answers a guest and a player; what players write is text on every page'),
      ],
      [
        'Facts about connections are stored once, limited and deleted later; staff can end a connection with a reason.',
        health('is reported once for each batch, however often and by however many at once it is sent'),
        health('is in the audit log before its BFF is notified'),
        file('platform/src/health/forget.test.ts')('keeps a bounded number of the newest events and samples'),
        page('a player’s line lags, falls silent, comes back, and is ended by staff: each with its cause'),
      ],
      [
        'Every connection of every BFF shows live, even while BFFs fall silent and desks read slowly.',
        watchers('gets the whole and then nothing but what changed, of all BFFs together'),
        watchers('sees the rows of a BFF that fell silent as lost'),
        watchers('a desk that reads too slowly learns what it missed when it reads on'),
        file('client/desk/connection-rows.test.ts')('notifies only the row that changed'),
        file('client/desk/pages/connections/order.test.ts')('has the worst first'),
      ],
      [
        'A stuck match is voided by two people and its owner; no secret of a live match reaches anyone.',
        matches('are voided by two people when they are stuck, and not by one'),
        file('platform/src/matches/recovery/void-stuck.test.ts')(
          'is voided by its owner when two people decided so',
        ),
        desk('secrets')('tells anyone’s secrets of a match that lives'),
        file('tests/integration/secrets.test.ts')('before it is due'),
      ],
      [
        'Tables and activities change by version, and what is locked keeps its terms.',
        tables('is a table: open or closed, its stakes, rake and practice opponents, by version'),
        tables('is not what can’t be'),
        file('platform/src/matches/lobby/keep-tables.test.ts')('a table that staff change'),
      ],
      [
        'Payment accounts and rates are changed by two admins, and every admin is notified; orders stay as they were placed.',
        catalogue('changes a deposit’s account and rate only when a second admin confirms'),
        catalogue('emails each proposal and confirmation to every active admin and to no one else'),
        catalogue('leaves orders as they were placed'),
        page('a rate changes when a second admin confirms it, and the admin who proposed it can’t'),
      ],
      [
        'The audit log has every act and can’t be changed.',
        audit('has who did what from where, the newest first'),
        audit('is never changed: the database refuses it'),
        audit('has no entry of what was undone'),
      ],
      [
        'An open desk receives what its role may read, after the commit, and closes with its session.',
        gateway('is sent to those alone whose role may read it'),
        gateway('ends when its session does, within ten seconds'),
        open('learns what to read again, after it was committed'),
      ],
    ],
  },
  {
    title: 'The ledger',
    statements: [
      [
        'Seven invariants hold after every operation of any history, on both databases.',
        ledger('model')('keeps every invariant after every operation'),
        ledger('model.long')('keep every invariant after every operation'),
      ],
      [
        'Fifty equal stakes have one effect, and racing ones never overdraw.',
        ledger('racing')('50 equal stakes at once have one effect'),
        ledger('racing')('stakes, releases, starts, settlements and transfers never overdraw'),
      ],
      [
        'A transfer sent twice by twenty workers takes effect once; one key stands for one request.',
        posting('of 20 workers at once, each sent twice, take effect once each'),
        posting('refuse a key that was used for something else'),
        ledger('posting.long')('of 20 workers at once, each sent twice, take effect once each'),
      ],
      [
        'The database refuses what is unbalanced, overdrawn or changed afterwards, and an error leaves nothing behind.',
        refusals('keeps what was written'),
        refusals('refuses entries that do not balance or mix assets'),
        refusals('refuses to overdraw a player'),
        refusals('leaves nothing behind of any operation, after whichever of its statements it fails'),
      ],
      [
        'An escrow is paid once and whole; the welcome gift is given once.',
        ledger('holds')('happen once, however often they are sent'),
        ledger('holds')('that are not the pot are refused'),
        ledger('grants')('of 50 at once is given once'),
        file('platform/src/accounts/login/welcome.test.ts')(
          'are given once for 50 equal registrations at once',
        ),
      ],
      [
        'A balance is read from one row that only its accounts change.',
        ledger('accounts')('is all that a read touches, among many players with accounts in every asset'),
        ledger('accounts')('bears changes in all assets at once'),
      ],
      [
        'Kills in the middle of settlements and orders leave every pot paid once and every order whole.',
        file('tests/long/settlement-kills.test.ts')('pays every pot once over'),
        file('tests/long/wallet-kills.test.ts')('credits nothing twice and loses nothing'),
      ],
      [
        'Tampering is found by the reconciliation, by hand and while the program runs.',
        ledger('reconciliation')('finds an entry that was changed'),
        ledger('reconciliation')('finds coins out of nothing'),
        ledger('reconciliation-rules')('finds an order without an event'),
        reconciling('tells each finding as an error with an alarm'),
        reconciling('is done once by nodes that share a database'),
        check('runs beside the program, and finds what is wrong'),
      ],
      [
        'Whole matches add up to the unit however the balance is asked for, voided matches return stakes, and a kill changes no balance.',
        file('tests/integration/battles.test.ts')('stake, play, and are paid to the unit'),
        file('tests/integration/battles-killed.test.ts')('leaves match and coins as they were'),
      ],
      [
        'Invalid amounts change nothing, wherever an amount is taken.',
        file('tests/hostile/amounts.test.ts')('are sent wherever an amount is taken'),
      ],
    ],
  },
]
