import type { NoticeName } from '@minefall/shared/notices'
import type { SessionActorRef } from '../machines/session/index.ts'
import type { ToastTone } from '../ui/toasts.ts'
import type { AppRouter } from './router.tsx'

const tones: Partial<Record<NoticeName, ToastTone>> = {
  'signed-in': 'good',
  'session-expired': 'warn',
  unauthenticated: 'warn',
}

export type FollowSessionOptions = {
  session: Pick<SessionActorRef, 'on'>
  router: Pick<AppRouter, 'navigate' | 'invalidate' | 'history'>
  say(notice: NoticeName, tone: ToastTone): void
  /** Says that the account is blocked, and what staff tell its owner; null takes it away. */
  sayBlocked(text: string | null): void
}

/** Says what the session has to say, and leads those to the login whose session has ended on its own. */
export const followSession = ({ session, router, say, sayBlocked }: FollowSessionOptions): void => {
  session.on('session.noticed', ({ notice, text }) => {
    if (text === undefined) say(notice, tones[notice] ?? 'plain')
    else sayBlocked(text)
  })
  session.on('session.ended', ({ why }) => {
    if (why === 'signed-out' || why === 'other-tab') return
    const { pathname, href } = router.history.location
    // One that ends there has led there before, and what that left stays where the login leads back to.
    if (pathname !== '/login') router.navigate({ to: '/login', state: { back: href }, replace: true })
  })
  session.on('session.began', () => {
    sayBlocked(null)
    // It is for guests: its guard sends everyone else on.
    if (router.history.location.pathname === '/login') router.invalidate()
  })
}
