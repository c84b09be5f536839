import type { Dealer } from '../fairness/index.ts'
import { decideVoid } from './ending.ts'
import { decideLock, decideReveal, decideSit, decideStand, decideStart } from './gathering.ts'
import { decideCompensate, decideExpire, decideLeave, decideOpen } from './playing.ts'
import { decideDraw, decideLink } from './sealed.ts'
import type { Command, Decision, MatchState } from './state.ts'

/**
 * The rules: the events that a command becomes, to fold with `evolve`, or why it is refused. Pure: `state` is not
 * changed and no clock is read; the host decides whether a deadline has passed and sends `expire`. Starting and
 * playing need `dealer`; without one they are refused with `not-ready`.
 *
 * The events of one decision belong together: they are written, folded and shown as one.
 */
export const decide = (state: MatchState, command: Command, dealer?: Dealer): Decision => {
  switch (command.type) {
    case 'sit':
      return decideSit(state, command)
    case 'stand':
      return decideStand(state, command)
    case 'lock':
      return decideLock(state, command)
    case 'reveal':
      return decideReveal(state, command)
    case 'start':
      return decideStart(state, command, dealer)
    case 'open':
      return decideOpen(state, command, dealer)
    case 'link':
      return decideLink(state, command)
    case 'draw':
      return decideDraw(state, command, dealer)
    case 'leave':
      return state.phase === 'gathering'
        ? decideStand(state, { ...command, reason: 'left' })
        : decideLeave(state, command, dealer)
    case 'expire':
      return decideExpire(state, command, dealer)
    case 'compensate':
      return decideCompensate(state, command)
    case 'void':
      return decideVoid(state, command)
  }
}
