// What the documented product says of the support chat, statement by statement, and the tests that hold it, as in
// accounts.mjs.
const client = (file) => (title) => [`client/src/features/chat/${file}.test.ts`, title]
const widget = client('widget')
const who = client('who')
const line = client('line/line')
const page = (title) => ['tests/e2e/chat.spec.ts', title]
const platform = (file) => (title) => [`platform/src/${file}.test.ts`, title]
const chat = platform('support/chat/chat')
const convention = page('learns who writes, opens, reports what arrives, and shows no icon')
const tooLate = page('that comes too late is reported after ten seconds, and has missed nothing')

export const supportSections = [
  {
    title: '1. What the product does and for whom',
    statements: [
      [
        'Support chat is there at all hours: messages sent while no one is online are kept and answered later.',
        page('a guest sees that no one is there, writes, is answered, and finds it all when they come back'),
        chat('keeps what a guest writes in order, as it waits since the first of it'),
      ],
    ],
  },
  {
    title: '3. Entities and their fields',
    statements: [
      [
        'Kept in the browser: support visitor id, created time and visit count.',
        who('is drawn once, kept with its time, and counted once for each visit of a tab'),
        who('what can’t be read of'),
        convention,
      ],
    ],
  },
  {
    title: '4. States and transitions',
    statements: [
      [
        'The support chat is closed or open, with an unread count; events update it.',
        widget('a chat that is ready opens at once, and its store follows what it tells'),
        widget('is passed on with how much of it is unread'),
        convention,
      ],
      [
        'The icon of the support chat is hidden by default.',
        widget('its settings ask it not to show its icon'),
        convention,
      ],
    ],
  },
  {
    title: '6. Roles and permissions',
    statements: [
      [
        'A guest uses support chat as an anonymous visitor.',
        who('a guest as an anonymous visitor'),
        page('a guest sees that no one is there, writes, is answered, and finds it all when they come back'),
      ],
      [
        'Signed-in users have their conversation on every device.',
        page('an account has its conversation on every device, pictures too'),
        chat('is each player’s own, and stays a guest’s who registers'),
      ],
    ],
  },
  {
    title: '7. The calls it makes',
    statements: [
      [
        'A support widget is called with: set login info, clear user.',
        who(
          'signing in, another language and another name are reported; signing out clears first; nothing is reported twice',
        ),
        who('an account by a hash, which is neither its id nor anything it signs in with'),
        page('someone else’s widget hears of an account by a hash; one that can’t be opened is reported'),
      ],
      [
        'It is called with: open, close, show or hide icon.',
        widget('a chat that is ready opens at once, and its store follows what it tells'),
        convention,
        tooLate,
      ],
      [
        'It is listened to for unread, and for send, receive, open and close events.',
        widget('is passed on with how much of it is unread'),
        convention,
      ],
      [
        'Commands before it is ready are kept in order.',
        widget('the queue is an array that keeps the commands in order, each with its argument'),
        tooLate,
      ],
      ['The sound of a message is a static file.', convention],
    ],
  },
  {
    title: '8. The error catalogue',
    statements: [
      ['“Customer service is loading, please try again shortly”', tooLate],
      [
        '“Failed to open chat window”',
        widget('what the widget throws reaches anyone who opens it'),
        page('someone else’s widget hears of an account by a hash; one that can’t be opened is reported'),
      ],
      [
        '“Customer service initialization failed”: waiting for the widget ends after about 10 seconds.',
        widget('is looked for a hundred times; then it learns that the chat could not be started'),
        tooLate,
      ],
    ],
  },
  {
    title: '9. Business constants and limits',
    statements: [
      [
        'Support widget size: 380x600, bottom-right, slide-up',
        page('the chat is 380 by 600 at the bottom right, and slides up'),
      ],
      ['Notification sound volume: 0.6', convention],
      ['Unread toast duration: 5 s', who('is reported for five seconds, with the way to it')],
      [
        'Widget readiness poll: every 100 ms, up to 100 times',
        widget('is seen within a tenth of a second'),
        widget('is looked for a hundred times; then it learns that the chat could not be started'),
      ],
      ['Support init delay: 500 ms', widget('the chat begins half a second after the page has loaded')],
      [
        'Icon hiding: repeated for up to 10 s',
        widget('is hidden again and again for ten seconds after the widget is ready, and then left alone'),
        convention,
      ],
    ],
  },
  {
    title: 'Beyond what is documented',
    statements: [
      [
        'A message to support arrives once, in order and under its author’s name, whatever the network does.',
        line('goes again under its id when no answer came, on its own and after a break'),
        line('survives a reload with its id, as what is being typed does'),
        line(
          'what a guest wrote stays theirs while someone is signed in, and nothing goes out as someone else',
        ),
        chat('takes a message once, fifty at once too, and its id for no other'),
        page('what was written without a network, and what no one confirmed, is sent once'),
      ],
      [
        'Our own widget is usable by everyone: keyboard, screen reader, every language and theme.',
        page('axe finds nothing in the chat, in three themes; it has room for every language on a phone'),
      ],
      [
        'Pictures for support are encoded again, shown only in their conversation, and deleted if they are never sent.',
        platform('support/chat/pictures')('is unpacked, packed again, and sent with a message'),
        platform('support/chat/pictures')('is for the account or the guest whose conversation it is'),
        platform('support/chat/pictures')('may wait for an hour to be sent'),
      ],
      [
        'Players see whether anyone who can answer is online.',
        platform('desk/conversations/staffed')('is staffed while someone who may answer calls'),
        platform('desk/conversations/staffed')('is not staffed any more when the last one has signed out'),
      ],
    ],
  },
]
