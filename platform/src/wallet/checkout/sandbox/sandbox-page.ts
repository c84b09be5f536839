import { escapeHtml } from '../../../http/index.ts'
import type { SandboxPayment } from './sandbox-payment.ts'

/** Where the style sheet of the sandbox's pages is. */
export const stylePath = '/sandbox/checkout.css'

export const style = `:root { color-scheme: light dark; --ink: #1a2233; --dim: #5a6478; --paper: #fff; --ground: #eef1f6; --line: #d6dbe5; --go: #0b6e4f; --warn: #7a4b00; --tape: #ffd24a }
@media (prefers-color-scheme: dark) { :root { --ink: #eef1f6; --dim: #a5aec0; --paper: #1c2230; --ground: #11151e; --line: #364056; --go: #17795a; --warn: #ffd78a } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; grid-template-rows: auto 1fr; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
.tape { margin: 0; padding: .75rem 1rem; background: repeating-linear-gradient(-45deg, var(--tape) 0 1rem, #f7bf22 1rem 2rem); color: #2b1d00; font-weight: 700; text-align: center }
main { width: min(26rem, 100% - 2rem); margin: 2rem auto; align-self: start; padding: 1.5rem; background: var(--paper); border: 1px solid var(--line); border-radius: 1rem }
h1 { margin: 0 0 1rem; font-size: 1.25rem }
dl { margin: 0 0 1.5rem; display: grid; gap: .75rem }
dt { color: var(--dim); font-size: .875rem }
dd { margin: 0; overflow-wrap: anywhere }
.amount { font-size: 2rem; font-weight: 700; font-variant-numeric: tabular-nums }
form { display: grid; gap: .75rem }
button { min-height: 3rem; padding: .5rem 1rem; border: 2px solid var(--go); border-radius: .75rem; font: inherit; font-weight: 600; cursor: pointer }
.pay { background: var(--go); color: #fff }
.decline { background: none; border-color: var(--line); color: inherit }
button:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px }
.note { margin: 0; color: var(--warn) }
`

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Sandbox checkout</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${stylePath}">
<p class="tape">SANDBOX: no real money moves</p>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</html>
`

const minute = 60_000

/** What is left until a time, in whole minutes, rounded up. */
const minutesLeft = (until: number, now: number): string => {
  const minutes = Math.ceil((until - now) / minute)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

const termsOf = ({ number, currency, amount }: SandboxPayment) => [
  ['Order', escapeHtml(number)],
  ['Amount', `<span class="amount">${escapeHtml(amount)} ${escapeHtml(currency)}</span>`],
]

const listOf = (terms: readonly (readonly string[])[]) =>
  `<dl>${terms.map(([term, what]) => `<div><dt>${term}</dt><dd>${what}</dd></div>`).join('')}</dl>`

const buttons = `<form method="post">
<button class="pay" name="choice" value="pay">Pay</button>
<button class="decline" name="choice" value="decline">Decline</button>
</form>`

const closing = 'You can close this window and go back to Minefall.'

/** The outcome of a payment, in a title and a sentence; null while it is to be decided about. */
const endOf = ({ status, isNotified, expiresAt }: SandboxPayment, now: number): [string, string] | null => {
  if (status === 'paid')
    return [
      'Paid',
      `${isNotified ? 'Minefall was notified.' : 'Minefall will be notified in a moment.'} ${closing}`,
    ]
  if (status === 'declined') return ['Declined', `Nothing was paid. ${closing}`]
  return now >= expiresAt ? ['Time’s up', `Nothing was paid. ${closing}`] : null
}

/** The page of a payment as it is at a time, in milliseconds since 1970. */
export const paymentPage = (payment: SandboxPayment, now: number): string => {
  const end = endOf(payment, now)
  if (end) {
    const [title, sentence] = end
    return page(title, `${listOf(termsOf(payment))}<p class="note" role="status">${sentence}</p>`)
  }
  const until = new Date(payment.expiresAt).toISOString().slice(11, 16)
  const time = ['Time left', `${minutesLeft(payment.expiresAt, now)}, until ${until} UTC`]
  return page('Pay an order', listOf([...termsOf(payment), time]) + buttons)
}

export const unknownPage = (): string =>
  page('Payment not found', '<p class="note">There’s no payment at this address.</p>')
