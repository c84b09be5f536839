import type { ConnectionCause, ConnectionRow } from '@minefall/shared/contracts/desk'
import { closeWords } from '../../ui/close-words.ts'

const causeWords: Record<Exclude<ConnectionCause, 'closed'>, string> = {
  'round-trip': 'long round trips',
  waiting: 'waits for an answer',
  shed: 'reads too slowly',
  'catching-up': 'catching up',
  back: 'is back',
  silent: 'nothing heard',
  node: 'server gone',
}

/** What shows the state, in a few words that follow it: `Lost, network lost`; null while it is live. */
export const causeOf = ({ cause, lastClose }: ConnectionRow): string | null => {
  if (cause === null) return null
  if (cause !== 'closed') return causeWords[cause]
  return lastClose ? closeWords[lastClose.code].toLowerCase() : 'closed'
}
