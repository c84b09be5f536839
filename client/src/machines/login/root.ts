import { lateActor } from '../../lib/late-actor.ts'
import { useSelected } from '../../lib/use-selected.ts'
import type { LoginEmitted, LoginEvent } from './types.ts'

/** What the page itself knows of the login modal, whose form reads the rest in `actor.ts`. */
type LoginShown = { hasTag(tag: 'visible'): boolean }

const [hidden, visible]: readonly [LoginShown, LoginShown] = [{ hasTag: () => false }, { hasTag: () => true }]

const actor = lateActor<LoginShown, LoginEvent, LoginEmitted>({
  first: () => hidden,
  load: async () => (await import('./actor.ts')).loginActor,
  // Its place then says that it can't be had, as that of any part does.
  without: ({ type }) => (type === 'login.open' ? visible : hidden),
})

/** Gets the machine in, without which the form would take nothing that is typed. Rejects where its code can't be had. */
export const loadLogin = (): Promise<void> => actor.load()

/** Whether the login modal is shown. */
export const useLoginShown = (): boolean => useSelected(actor, (login) => login.hasTag('visible'))

/** Calls `go` with where a sign-in leads, until the returned function is called. */
export const onLoginGoOn = (go: (path: string) => void): (() => void) => {
  const subscription = actor.on('login.goOn', ({ path }) => go(path))
  return () => subscription.unsubscribe()
}

/** Shows the login modal over whatever is shown; after the sign-in the visitor goes to `pendingPath`. */
export const openLogin = (pendingPath?: string): void =>
  actor.send({ type: 'login.open', pendingPath: pendingPath ?? null })

/** Hides the login modal and forgets the path. */
export const closeLogin = (): void => actor.send({ type: 'login.close' })
