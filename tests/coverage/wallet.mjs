// Each statement of the documented product about the wallet, and the tests that hold it, as in accounts.mjs.
const wallet = (file) => (title) => [`platform/src/wallet/${file}.test.ts`, title]
const deposits = wallet('deposits/deposits')
const paid = wallet('deposits/paid')
const orders = wallet('orders/orders')
const proofs = wallet('proofs/proofs')
const channels = wallet('channels/channels')
const checkout = wallet('checkout/checkout')
const webhooks = wallet('checkout/webhooks')
const destinations = wallet('destinations/destinations')
const withdrawals = wallet('withdrawals/withdrawals')
const refused = wallet('withdrawals/refusals')
const heldOff = wallet('withdrawals/hold-off')
const reviews = (title) => ['platform/src/desk/reviews/reviews.test.ts', title]
const status = (title) => ['client/src/features/wallet/orders/order-status.test.ts', title]
const notices = (title) => ['shared/src/notices/notices.test.ts', title]
const strangers = (title) => ['tests/integration/strangers.test.ts', title]
const depositPage = (title) => ['tests/e2e/deposit.spec.ts', title]
const withdrawPage = (title) => ['tests/e2e/withdraw.spec.ts', title]

export const walletSections = [
  {
    title: '3. Entities and their fields',
    statements: [
      [
        'An order has amount, fee, total payment, fiat amount, exchange rate, order number, create time, complete time, payment method, remark and payment proof.',
        deposits('are placed as they were quoted, with all that paying them needs'),
        wallet('orders/order-list')('tell where they are paid and with which pictures on their own'),
        depositPage(
          'an amount becomes an order, a picture proves its payment, and its coins are those of the statement',
        ),
      ],
      [
        'Withdraw methods are an Alipay account, a USDT address with its network, and a bank card with branch name, each with the real name.',
        destinations('are listed with the ends of their numbers alone, the newest first'),
        ['shared/src/payments/usdt-address.test.ts', 'is good on its own network alone'],
      ],
    ],
  },
  {
    title: '4. States and transitions',
    statements: [
      [
        'A deposit is submitted, paid, reviewing, completed or failed, and changes only in the documented order.',
        orders('move along the lines of their kind alone, which the database holds them to as well'),
        orders('credit a deposit once it completed, with every step told'),
        paid('expires by the clock, all that are due and nothing else'),
        reviews('follows the order’s own way: what is not paid, or is over, is not decided'),
      ],
      [
        'A withdrawal is pending, completed or rejected.',
        orders('hold a withdrawal, and pay it out or give it back'),
        reviews('of a withdrawal pays out what was held, without being taken first'),
        reviews('may end without success, for a reason that the player reads'),
        withdrawPage(
          'a code is good for its amount alone, and what staff reject comes back with their reason',
        ),
      ],
      [
        'Every status has its label; there are generic pending and unknown ones.',
        status('every documented status has its name'),
        status('a status that is not known is pending while its order goes on, and unknown after'),
        depositPage('a status that this page does not know breaks nothing'),
      ],
    ],
  },
  {
    title: '5. Validation rules',
    statements: [
      [
        'Wallet amounts: “cannot be less than {amount} coins”, “cannot exceed {amount} coins”, “Insufficient balance”, “Calculation failed please try again”.',
        deposits('of amounts that make no sense get the right message and change nothing'),
        deposits('say so where the sum can’t be made'),
        withdrawals('takes no coins that another one has taken in the meantime'),
        refused('is one of bonus coins, trial coins or coins that are held'),
        refused('is one whose price has changed, whose fee eats all of it, or whose method is closed'),
        notices('say calculation-failed in the documented English words'),
        notices('say balance-insufficient in the documented English words'),
        notices('fill in what they are given, and leave open what they are not'),
      ],
    ],
  },
  {
    title: '6. Roles and permissions',
    statements: [
      [
        'A signed-in user has the full wallet: balance, deposits, withdrawals, saved withdrawal methods and a withdrawal currency switch.',
        wallet('start-wallet')(
          'describes its calls, shows examples, keeps answers out of caches, and expires what is not paid',
        ),
        withdrawals('is asked for with what its page shows, holds the coins, and is paid out or given back'),
        withdrawPage('coins go to a USDT address, and the page shows at once that they are paid out'),
        withdrawPage(
          'a withdrawal to a bank card is in the statement and in its file as it was on the screen',
        ),
      ],
      ['No one sees another’s orders, proofs or methods.', strangers('is to wallet.order what no one has')],
    ],
  },
  {
    title: '8. The error catalogue',
    statements: [
      [
        'Payment: “Payment window blocked by browser, please allow pop-ups and try again”.',
        notices('say payment-window-blocked in the documented English words'),
        depositPage('an online payment follows its window, also where the browser blocked it first'),
      ],
    ],
  },
  {
    title: 'Beyond what is documented',
    statements: [
      [
        'Equal posts of a deposit, a proof, a webhook, a withdrawal or an approval have one effect, however many come at once.',
        deposits('are placed once by 50 equal posts at once, which all get the same answer'),
        paid('is paid once by 50 equal posts at once, which all get the same answer'),
        proofs('are taken once for each file, however many come at once'),
        webhooks('credit once when two equal ones come fifty at once'),
        withdrawals('is placed once by 50 equal posts at once, which all get its answer'),
        reviews('has one effect and equal answers for fifty equal approvals at once'),
      ],
      [
        'A webhook that is forged, replayed or late is refused and logged.',
        webhooks('are refused where they are not signed by the provider'),
        webhooks('credit an order once: each event once, each delivery once'),
        webhooks('are good for 300 seconds, either way'),
        webhooks('come too late for an order that staff refused, and are kept'),
      ],
      [
        'A withdrawal’s code is valid only for its amount and destination.',
        withdrawals('goes out by a code for its own amount and destination alone'),
        withdrawals(
          'goes out by a code of five minutes and five tries, which count though nothing is placed',
        ),
      ],
      [
        'Withdrawals are paused for a while after a security change, and so are those to a new destination.',
        heldOff('after a change of the payment password'),
        heldOff('to a new destination on its own'),
        withdrawPage('withdrawals of a new account wait, and say how long'),
      ],
      [
        'Above a limit, two staff members must approve, no one their own order, and each payment pays for one order.',
        reviews('needs a second person from 10,000 coins on, and one person counts once'),
        reviews('is never for your own order'),
        reviews('uses a payment for one order of its kind and method, however its reference is written'),
        reviews('has one winner when an approval races a rejection'),
      ],
      [
        'Uploaded pictures are recognized by their content and encoded again.',
        ['platform/src/files/picture.test.ts', 'is known by its content, and packed again'],
        ['platform/src/files/picture.test.ts', 'stands upright, and forgets where it was taken'],
      ],
      [
        'Online payments are made in the provider’s window, for which there is a sandbox.',
        checkout('takes an order to a page that says what is paid, and credits it when that is done'),
        checkout('ends an order that was declined, at no cost'),
        channels('are not offered when they are closed'),
      ],
      [
        'The sandbox reports each payment once, whenever the server is killed.',
        wallet('checkout/sandbox/deliver-owed')('is reported before the order expires'),
        wallet('checkout/sandbox/deliver-owed')('stays owed while it can’t be taken'),
        ['tests/long/checkout-kills.test.ts', 'credits a payment once, however the server is killed'],
      ],
      [
        'Rounding costs no one more than the smallest unit of each sum.',
        ['shared/src/payments/exchange.test.ts', 'never cost the house, and never cost the player more'],
      ],
    ],
  },
]
